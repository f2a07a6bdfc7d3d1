import { aac, h264, picture, prores, sound, vp9, words, small, usual, type Recipe } from "./clip-parts.ts";

/** A small text file as a further input. */
const asInput = (format: string, text: string) => [
  "-f",
  format,
  "-i",
  `data:text/plain;base64,${Buffer.from(text).toString("base64")}`,
];

const atRate = (rate: string) => [...small(rate), ...sound(), ...h264, ...aac];

const surround = words("-af pan=5.1|FL=c0|FR=c0|FC=c0|LFE=c0|BL=c0|BR=c0");

const mpeg2 = words("-c:v mpeg2video -b:v 2M -bf 2 -c:a mp2");

const sideBySide = words("-map 1:v -map 0:a -fps_mode passthrough");

/** Frame rates, aspect ratios, tracks and timing as phones and editing programs write them. */
export const oddRecipes = {
  "24 fps": { file: "24.mp4", args: atRate("24") },
  "50 fps": { file: "50.mp4", args: atRate("50") },
  "60 fps": { file: "60.mp4", args: atRate("60") },
  "120 fps": { file: "120.mp4", args: atRate("120") },
  "1 fps": { file: "1.mp4", args: [...picture({ size: "320x180", rate: "1", seconds: 3 }), ...h264] },
  "12.5 fps": { file: "12.5.mp4", args: atRate("25/2") },
  "rotated-180": {
    file: "rotated-180.mp4",
    from: "h264",
    inputArgs: ["-display_rotation", "180"],
    args: ["-c", "copy"],
  },
  "rotated-270": {
    file: "rotated-270.mp4",
    from: "h264",
    inputArgs: ["-display_rotation", "270"],
    args: ["-c", "copy"],
  },
  "rotated-hevc": {
    file: "rotated-hevc.mov",
    from: "hevc",
    inputArgs: ["-display_rotation", "90"],
    args: ["-c", "copy"],
  },
  mirrored: {
    file: "mirrored.mp4",
    from: "h264",
    inputArgs: ["-display_hflip"],
    args: ["-c", "copy"],
  },
  "rotated-anamorphic": {
    file: "rotated-anamorphic.mov",
    from: "anamorphic-prores",
    inputArgs: ["-display_rotation", "90"],
    args: ["-c", "copy"],
  },
  anamorphic: {
    file: "anamorphic.mp4",
    args: [...picture({ size: "480x360", filter: "setsar=4/3" }), ...h264],
  },
  "anamorphic-prores": {
    file: "anamorphic.mov",
    args: [...picture({ size: "480x360", filter: "setsar=4/3" }), ...prores],
  },
  "anamorphic-ts": {
    file: "anamorphic.ts",
    args: [...picture({ size: "480x360", rate: "25", filter: "setsar=4/3" }), ...mpeg2],
  },
  "anamorphic-webm": {
    file: "anamorphic.webm",
    args: [...picture({ size: "480x360", filter: "setsar=4/3" }), ...vp9],
  },
  "phone-rate": {
    file: "phone.mp4",
    args: [
      ...small("30", "settb=1/90000,setpts='N*3000+mod(N*37,7)*100*gt(N,0)'"),
      ...sound(),
      ...h264,
      ...aac,
      ...words("-fps_mode passthrough -enc_time_base 1:90000 -video_track_timescale 90000"),
    ],
  },
  "screen-recording": {
    file: "screen.webm",
    args: [...small("30", "select='not(between(mod(n,15),2,9))'"), ...vp9, ...words("-fps_mode passthrough")],
  },
  "sound-first": {
    file: "sound-first.mp4",
    args: [...sound(), "-itsoffset", "0.5", ...small(), ...sideBySide, ...h264, ...aac],
  },
  /** 0.2 s; of a bit rate for which a light rendition is made. */
  "sound-shortly-first": {
    file: "sound-shortly-first.mp4",
    args: [
      ...[...sound(), "-itsoffset", "0.2", ...small("30", "noise=c0s=40:c0f=t"), ...sideBySide],
      ...[...words("-c:v libx264 -preset ultrafast -qp 12 -g 30 -pix_fmt yuv420p"), ...aac],
    ],
  },
  "sound-first-matroska": {
    file: "sound-first.mkv",
    args: [...sound(), "-itsoffset", "0.5", ...small(), ...sideBySide, ...h264, ...aac],
  },
  "sound-late": {
    file: "sound-late.mp4",
    args: ["-itsoffset", "0.5", ...sound(), ...small(), ...sideBySide, ...h264, ...aac],
  },
  "sound-shorter": { file: "sound-shorter.mp4", args: [...small(), ...sound(0.5), ...h264, ...aac] },
  "sound-longer": { file: "sound-longer.mp4", args: [...small(), ...sound(5), ...h264, ...aac] },
  "two-languages": {
    file: "two-languages.mp4",
    args: [...usual, ...sound(), ...words("-map 0:v -map 1:a -map 2:a"), ...h264, ...aac],
  },
  "two-languages-prores": {
    file: "two-languages.mov",
    args: [...usual, ...sound(), ...words("-map 0:v -map 1:a -map 2:a"), ...prores],
  },
  "surround-aac": { file: "surround.mp4", args: [...usual, ...h264, ...surround, ...aac] },
  "surround-ac3": { file: "surround-ac3.mp4", args: [...usual, ...h264, ...surround, ...words("-c:a ac3")] },
  "surround-pcm": {
    file: "surround.mov",
    args: [...usual, ...h264, ...surround, ...words("-c:a pcm_s24le")],
  },
  pcm: { file: "pcm.mov", args: [...usual, ...h264, ...words("-c:a pcm_s16le")] },
  "flac-in-mp4": { file: "flac.mp4", args: [...usual, ...h264, ...words("-c:a flac -strict -2")] },
  "one-picture": { file: "one.mp4", args: [...small(), ...h264, ...words("-frames:v 1")] },
  "one-picture-prores": { file: "one.mov", args: [...small(), ...words("-c:v prores_ks -frames:v 1")] },
  still: {
    file: "still.mp4",
    args: ["-f", "lavfi", "-i", "color=c=teal:size=320x180:rate=25:duration=2", ...sound(), ...h264, ...aac],
  },
  "edit-list-delay": {
    file: "edit-list-delay.mp4",
    from: "h264",
    inputArgs: [],
    args: words("-c copy -output_ts_offset 0.4"),
  },
  timecode: {
    file: "timecode.mov",
    args: [...small("30000/1001"), ...sound(), ...h264, ...aac, "-timecode", "01:00:00;00"],
  },
  "subtitles-and-chapters": {
    file: "extras.mp4",
    args: [
      ...usual,
      ...asInput("srt", "1\n00:00:00,000 --> 00:00:01,000\nHello\n"),
      ...asInput("ffmetadata", ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=One\n"),
      ...words("-map 0:v -map 1:a -map 2:s -map_chapters 3 -c:s mov_text"),
      ...h264,
      ...aac,
    ],
  },
  "captions-in-two-languages": {
    file: "captions.mp4",
    args: [
      ...usual,
      ...asInput("srt", "1\n00:00:00,500 --> 00:00:01,500\nGood morning\n"),
      ...asInput("srt", "1\n00:00:00,000 --> 00:00:01,000\nGuten <i>Morgen</i>\n"),
      ...words("-map 0:v -map 1:a -map 2:s -map 3:s -c:s mov_text"),
      ...words("-metadata:s:s:0 language=eng -metadata:s:s:1 language=ger"),
      ...h264,
      ...aac,
    ],
  },
  "captions-25": {
    file: "captions-25.mp4",
    from: "h264-25",
    inputArgs: [],
    args: [
      ...asInput("srt", "1\n00:00:00,000 --> 00:00:02,000\nGuten Abend\n"),
      ...words("-map 0 -map 1 -c copy -c:s mov_text -metadata:s:s:0 language=ger"),
    ],
  },
  "captions-start-late": {
    file: "captions.mkv",
    from: "captions-in-two-languages",
    inputArgs: [],
    args: [
      ...words("-map 0 -c copy -c:s:0 ass -c:s:1 srt -metadata:s:s:1 title=Deutsch"),
      ...words("-output_ts_offset 3"),
    ],
  },
  "cover-first": {
    file: "cover.mp4",
    args: [
      ...small(),
      ...sound(),
      "-f",
      "lavfi",
      "-i",
      "color=c=red:size=500x500:duration=1:rate=1",
      ...words("-map 2:v -map 0:v -map 1:a -disposition:v:0 attached_pic"),
      ...h264,
      ...words("-c:v:0 mjpeg -pix_fmt:v:0 yuvj420p"),
      ...aac,
    ],
  },
  "two-pictures": {
    file: "two-pictures.mp4",
    args: [
      ...small(),
      ...picture({ size: "160x90", filter: "hue=h=120" }),
      ...words("-map 0:v -map 1:v"),
      ...h264,
    ],
  },
} satisfies Record<string, Recipe>;
