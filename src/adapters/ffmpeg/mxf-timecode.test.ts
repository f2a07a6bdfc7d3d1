import { describe, expect, it } from "vitest";

import { mxfTimecode } from "./mxf-timecode.ts";

const component = (start: number, base: number, drop: boolean) => {
  const bytes = Buffer.alloc(27);
  bytes.writeUInt32BE(0x15_01_00_08, 0);
  bytes.writeBigInt64BE(BigInt(start), 4);
  bytes.writeUInt32BE(0x15_02_00_02, 12);
  bytes.writeUInt16BE(base, 16);
  bytes.writeUInt32BE(0x15_03_00_01, 18);
  bytes.writeUInt8(drop ? 1 : 0, 22);
  const key = Buffer.from("060e2b34025301010d01010101011400", "hex");
  return Buffer.concat([Buffer.from("padding"), key, Buffer.of(0x83, 0, 0, bytes.length), bytes]);
};

describe("the timecode of an MXF header", () => {
  it("has the rate at which it counts", () => {
    const half = component(1_078_920, 30, true);
    expect(mxfTimecode(half, "10:00:00;00")).toEqual({ frames: 1_078_920, perSecond: 30, dropFrame: true });
    const whole = component(900_012, 25, false);
    expect(mxfTimecode(whole, "10:00:00:12")).toEqual({ frames: 900_012, perSecond: 25, dropFrame: false });
  });

  it("is that of the component which ffmpeg prints", () => {
    const header = Buffer.concat([component(0, 50, false), component(1_800_049, 50, false)]);
    expect(mxfTimecode(header, "10:00:00:49")).toMatchObject({ frames: 1_800_049, perSecond: 50 });
    expect(mxfTimecode(header, "00:00:00:00")).toMatchObject({ frames: 0 });
  });

  it("is the text where no component says the same, or the header is damaged", () => {
    const header = component(900_012, 25, false);
    expect(mxfTimecode(header, "01:00:00:00")).toBe("01:00:00:00");
    expect(mxfTimecode(component(0, 0, false), "00:00:00:00")).toBe("00:00:00:00");
    for (let length = 0; length < header.length - 4; length += 1) {
      expect(mxfTimecode(header.subarray(0, length), "10:00:00:12")).toBe("10:00:00:12");
    }
  });
});
