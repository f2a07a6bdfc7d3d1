import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Special-purpose IPv4 networks of the IANA registry (RFC 6890): loopback, private, link-local, multicast, reserved. */
const special = new BlockList();
const specialNetworks =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16 " +
  "198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4";
for (const network of specialNetworks.split(" ")) {
  const [address = "", bits] = network.split("/");
  special.addSubnet(address, Number(bits), "ipv4");
}

/** Of IPv6, only 2000::/3 is assigned to public hosts; 6to4, Teredo and documentation in it are not. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
const specialUnicast = new BlockList();
specialUnicast.addSubnet("2001::", 23, "ipv6");
specialUnicast.addSubnet("2001:db8::", 32, "ipv6");
specialUnicast.addSubnet("2002::", 16, "ipv6");

/** Whether an IP address belongs to the public internet, so that a request to it can't reach the server's own network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, "ipv4");
  return globalUnicast.check(address, "ipv6") && !specialUnicast.check(address, "ipv6");
}

/** A host name resolves to an address that is not public. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
}

/**
 * Resolves names for `net.connect`, and fails if any address is not public. The check of the address that is connected to
 * also protects against names that resolve differently the second time.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const hidden = addresses.find(({ address }) => !isPublicAddress(address));
    if (hidden) {
      return callback(new PrivateAddressError(`${hostname} is not a public address: ${hidden.address}`), []);
    }
    const [first] = addresses;
    if (options.all || !first) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

/** Whether the host of a URL is an IP address that is not public; such hosts are not resolved. */
export function hasPrivateAddress({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) !== 0 && !isPublicAddress(address);
}
