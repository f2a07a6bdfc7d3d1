import {
  aac,
  h264,
  hevc,
  highDynamicRange,
  picture,
  sound,
  vp9,
  words,
  small,
  usual,
  type Recipe,
} from "./clip-parts.ts";

const hd = (matrix: string) =>
  picture({ size: "1280x720", seconds: 0.5, filter: `scale=out_color_matrix=${matrix}` });

/**
 * Four upright stripes: black, the grey of a face in shade, white paper, and the brightest light. Levels are of limited
 * 10-bit video: 0, 26, 203 and 1000 nits in PQ (SMPTE ST 2084), the same scene in HLG (ITU-R BT.2408).
 */
const stripes = (levels: readonly [number, number, number, number]) => [
  "-f",
  "lavfi",
  "-i",
  `color=size=320x180:rate=30:duration=1,format=yuv420p10le,geq=lum='st(0,floor(4*X/W));${levels
    .map((level, at) => `eq(ld(0),${at})*${level}`)
    .join("+")}':cb=512:cr=512`,
];

const pq = highDynamicRange("smpte2084");
const hlg = highDynamicRange("arib-std-b67");

const mpeg2 = words("-c:v mpeg2video -b:v 2M -bf 2 -c:a mp2");

const topFieldFirst = "-flags +ildct+ilme -x264opts tff=1";

/** A 60p picture woven into 30 interlaced ones. */
const woven = picture({ size: "320x180", rate: "60", filter: "interlace=scan=tff" });

/** Codecs, containers and colours of cameras, recorders and old programs. */
export const codecRecipes = {
  "h264-4:4:4": { file: "h264-444.mp4", args: [...usual, ...h264, "-pix_fmt", "yuv444p", ...aac] },
  "h264-rgb": {
    file: "h264-rgb.mp4",
    args: [...usual, ...words("-c:v libx264rgb -preset veryfast"), ...aac],
  },
  "h264-full-range": {
    file: "h264-full-range.mp4",
    args: [...usual, ...h264, ...words("-vf scale=out_range=pc -color_range pc"), ...aac],
  },
  "hevc-10-bit": { file: "hevc-10-bit.mp4", args: [...usual, ...hevc, "-pix_fmt", "yuv420p10le", ...aac] },
  "hdr-pq": {
    file: "hdr-pq.mp4",
    args: [...stripes([64, 397, 573, 723]), ...hevc, ...pq, ...words("-pix_fmt yuv420p10le")],
  },
  "hdr-hlg": {
    file: "hdr-hlg.mov",
    args: [...stripes([64, 397, 721, 940]), ...hevc, ...hlg, ...words("-pix_fmt yuv420p10le")],
  },
  "hdr-pq-prores": {
    file: "hdr-pq-prores.mov",
    args: [...stripes([64, 397, 573, 723]), ...words("-c:v prores_ks -profile:v 2"), ...pq],
  },
  "hdr-pq-vp9": {
    file: "hdr-pq-vp9.webm",
    args: [...stripes([64, 397, 573, 723]), ...vp9, ...words("-profile:v 2 -pix_fmt yuv420p10le"), ...pq],
  },
  "prores-4444-alpha": {
    file: "prores-4444.mov",
    args: [
      ...small("25", "format=yuva444p10le,colorchannelmixer=aa=0.5"),
      ...words("-c:v prores_ks -profile:v 4 -pix_fmt yuva444p10le"),
    ],
  },
  dnxhr: {
    file: "dnxhr.mov",
    args: [
      ...picture({ size: "320x180", rate: "24000/1001" }),
      ...sound(),
      ...words("-c:v dnxhd -profile:v dnxhr_sq -pix_fmt yuv422p -c:a pcm_s24le"),
    ],
  },
  cineform: { file: "cineform.mov", args: [...usual, ...words("-c:v cfhd -pix_fmt yuv422p10le")] },
  "animation-rle": {
    file: "animation.mov",
    args: [...usual, ...words("-c:v qtrle -pix_fmt rgb24 -c:a alac")],
  },
  "png-in-mov": { file: "png.mov", args: [...small("25"), ...words("-c:v png")] },
  vp8: {
    file: "vp8.webm",
    args: [...usual, ...words("-c:v libvpx -deadline realtime -cpu-used 8 -b:v 800k -c:a libvorbis")],
  },
  "vp8-alpha": {
    file: "vp8-alpha.webm",
    args: [
      ...small("30", "format=yuva420p,colorchannelmixer=aa=0.5"),
      ...words("-c:v libvpx -deadline realtime -cpu-used 8 -b:v 800k -auto-alt-ref 0"),
    ],
  },
  "vp9-10-bit": {
    file: "vp9-10-bit.webm",
    args: [...usual, ...vp9, ...words("-profile:v 2 -pix_fmt yuv420p10le -c:a libopus")],
  },
  /** Video starts 7 ms after the audio, as in WebM with Opus by ffmpeg 5.1; ffmpeg 7 shifts both by another 7 ms. */
  "vp9-after-sound": {
    file: "vp9-after-sound.webm",
    from: "vp9",
    args: words("-c copy -bsf:v setts=pts=PTS+7:dts=DTS+7"),
  },
  "vp9-long-after-sound": {
    file: "vp9-long-after-sound.webm",
    from: "vp9",
    args: words("-c copy -bsf:v setts=pts=PTS+200:dts=DTS+200"),
  },
  "vp9-odd-webm": {
    file: "vp9-odd.webm",
    args: [...picture({ filter: "scale=641:359,setsar=1" }), ...vp9],
  },
  "av1-10-bit": {
    file: "av1-10-bit.mp4",
    args: [...usual, ...words("-c:v libsvtav1 -preset 10 -pix_fmt yuv420p10le"), ...aac],
  },
  "mpeg2-ts": { file: "recording.ts", args: [...small("25"), ...sound(), ...mpeg2] },
  "mpeg2-program": { file: "dvd.mpg", args: [...small("25"), ...sound(), ...mpeg2, "-f", "dvd"] },
  "avchd-ts": { file: "camcorder.mts", args: [...usual, ...h264, ...words("-c:a ac3 -ac 2 -f mpegts")] },
  "hdr-hlg-ts": {
    file: "hdr-hlg.ts",
    args: [
      ...stripes([64, 397, 721, 940]),
      ...sound(1),
      ...words("-c:v libx265 -preset ultrafast -x265-params log-level=error"),
      ...hlg,
      ...words("-pix_fmt yuv420p10le"),
      ...aac,
    ],
  },
  "hd-709": {
    file: "hd.mp4",
    args: [
      ...hd("bt709"),
      ...words("-vf setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709"),
      ...h264,
    ],
  },
  "hd-untagged": { file: "hd-untagged.mkv", args: [...hd("bt709"), ...h264] },
  "hevc-ts": {
    file: "hevc.ts",
    args: [
      ...usual,
      ...words("-c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt yuv420p"),
      ...aac,
    ],
  },
  "mjpeg-avi": {
    file: "camera.avi",
    args: [
      ...picture({ filter: "scale=641:359,setsar=1" }),
      ...sound(),
      ...words("-c:v mjpeg -pix_fmt yuvj420p -c:a pcm_s16le"),
    ],
  },
  "xvid-avi": {
    file: "xvid.avi",
    args: [...small("24000/1001"), ...sound(), ...words("-c:v mpeg4 -vtag XVID -bf 2 -c:a libmp3lame")],
  },
  flv: { file: "old.flv", args: [...usual, ...words("-c:v flv -c:a libmp3lame -ar 44100")] },
  wmv: { file: "old.wmv", args: [...usual, ...words("-c:v wmv2 -b:v 1M -c:a wmav2")] },
  theora: { file: "old.ogv", args: [...usual, ...words("-c:v libtheora -q:v 7 -c:a libvorbis")] },
  "h263-3gp": {
    file: "phone.3gp",
    args: [...picture({ size: "352x288", rate: "15" }), ...words("-c:v h263")],
  },
  "interlaced-h264": {
    file: "interlaced.mp4",
    args: [...woven, ...sound(), ...h264, ...words(topFieldFirst), ...aac],
  },
  /** The stream declares the later field as the first one, as H.264 by ffmpeg 5.1 does. */
  "interlaced-wrong-order": {
    file: "interlaced-wrong-order.mp4",
    args: [
      ...picture({ size: "320x180", rate: "60", filter: "interlace=scan=tff,setfield=bff" }),
      ...sound(),
      ...h264,
      ...words("-flags +ildct+ilme -x264opts bff=1"),
      ...aac,
    ],
  },
  "interlaced-ts": {
    file: "interlaced.ts",
    args: [...woven, ...sound(), ...mpeg2, ...words("-flags +ildct+ilme")],
  },
  "interlaced-dv": {
    file: "tape.dv",
    args: [
      ...picture({
        size: "720x576",
        rate: "50",
        filter: "interlace=scan=bff,setsar=64/45",
      }),
      ...sound(),
      ...words("-c:v dvvideo -pix_fmt yuv420p -ar 48000 -ac 2"),
    ],
  },
} satisfies Record<string, Recipe>;
