import { describe, expect, it } from "vitest";

import { addressNetwork, networkSite, withoutPort } from "./client-address.ts";

describe("an entry of X-Forwarded-For", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    [" 203.0.113.7:50412", "203.0.113.7"],
    ["2001:db8::1", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["unknown", "unknown"],
  ])("%s is the address %s", (entry, address) => {
    expect(withoutPort(entry)).toBe(address);
  });
});

describe("the network of a client", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, network) => {
    expect(addressNetwork(address)).toBe(network);
  });
});

it.each([
  ["2001:db8:1:2::9", "2001:db8:1::/48"],
  ["203.0.113.7", "203.0.113.7"],
  ["unknown", "unknown"],
])("the site of %s is %s", (address, site) => {
  expect(networkSite(addressNetwork(address))).toBe(site);
});
