import type { Interval, SoundMeasures } from "./facts.ts";
import {
  finding,
  type Finding,
  framesDuring,
  joinRanges,
  perPlace,
  type Timing,
  totalLength,
  subtractRanges,
} from "./findings.ts";
import { youtubeLoudness } from "./presets.ts";
import type { DeliverySpecification } from "./specification.ts";

/** LU above it from which a difference is worth a sentence. */
const louderFrom = 1;
/** LU below it from which a video sounds quieter than most beside it. */
const quieterFrom = 5;
/** dBTP above which lossy codecs distort (EBU R 128, AES TD1008). */
const usualTruePeak = -1;
/** Samples at full scale from which it is clipping rather than one loud peak. */
const clippedSamples = 8;
/** Silence of the default of ffmpeg's silencedetect. */
const silenceSeconds = 2;
/** A pause of one channel of stereo sound this long isn't the panning of an effect. */
const silentChannelSeconds = 5;
/** Silent end screens are normal: YouTube's are 5 to 20 seconds long. */
const endScreenSeconds = 20;
/** Silence in the first and the last second is normal. */
const edgeSeconds = 1;
/** Share of the video from which a range means all of it. */
const nearlyAll = 0.98;
/** dBFS of the last milliseconds from which a cut is heard as a click. */
const clickLevel = -30;
/** Codecs fill their last packet, which is far shorter than this. */
const soundLongerSeconds = 0.5;

const channelNames = ["left", "right"] as const;

/** Findings about the sound of a video. */
export function judgeSound(
  sound: SoundMeasures,
  timing: Timing,
  specification: DeliverySpecification,
): Finding[] {
  const silences = joinRanges(inChannel(sound.silences, null));
  const audibleSeconds = Math.min(sound.seconds, timing.seconds);
  if (sound.truePeak === null || totalLength(silences) >= audibleSeconds * nearlyAll)
    return [finding("silent", {})];
  return [
    ...judgeLoudness(sound, specification),
    ...judgeTruePeak(sound, specification),
    ...judgeClipping(sound, timing),
    ...judgeSilences(silences, timing),
    ...judgeChannels(sound, silences, timing),
    ...judgeEnd(sound, timing),
  ];
}

function judgeLoudness({ integrated }: SoundMeasures, { loudness }: DeliverySpecification): Finding[] {
  if (integrated === null) return [];
  if (loudness) {
    const { target, tolerance } = loudness;
    // Measured to 0.1 LU.
    if (Math.abs(integrated - target) <= tolerance + 0.05) return [];
    return [finding("loudness_specification", { integrated, target, tolerance })];
  }
  const louder = integrated - youtubeLoudness;
  if (louder >= louderFrom) return [finding("loud", { integrated, louder })];
  return louder <= -quieterFrom ? [finding("quiet", { integrated })] : [];
}

function judgeTruePeak({ truePeak }: SoundMeasures, { maxTruePeak }: DeliverySpecification): Finding[] {
  const maximum = maxTruePeak ?? usualTruePeak;
  if (truePeak === null || truePeak <= maximum + 0.05) return [];
  return [finding("true_peak", { truePeak, maximum })];
}

function judgeClipping({ clipped }: SoundMeasures, timing: Timing): Finding[] {
  const runs = clipped
    .filter(({ samples }) => samples >= clippedSamples)
    .map((run) => Object.assign(framesDuring(run, timing), { samples: run.samples }));
  const ranges = joinRanges(runs, timing.rate.num / timing.rate.den);
  return perPlace(ranges, timing, (place, range) => {
    const inside = runs.filter(({ from }) => from >= range.from && from <= range.to);
    const samples = inside.reduce((sum, each) => sum + each.samples, 0);
    return finding("clipped", { ...place, samples }, range);
  });
}

function judgeSilences(silences: readonly Interval[], timing: Timing): Finding[] {
  const end = timing.seconds - edgeSeconds;
  const inner = silences.filter(({ from, to }) => {
    if (to >= end && timing.seconds - from <= endScreenSeconds) return false;
    return Math.min(to, end) - Math.max(from, edgeSeconds) >= silenceSeconds;
  });
  const ranges = inner.map((range) => framesDuring(range, timing));
  return perPlace(ranges, timing, (place, range) => finding("silence", place, range));
}

function judgeChannels(sound: SoundMeasures, silences: readonly Interval[], timing: Timing): Finding[] {
  if (sound.channels !== channelNames.length) return [];
  const audibleRanges = subtractRanges([{ from: 0, to: Math.min(sound.seconds, timing.seconds) }], silences);
  const silent = channelNames.flatMap((channel, index) => {
    const inThis = inChannel(sound.silences, index);
    const alone = subtractRanges(joinRanges(inThis, edgeSeconds), silences);
    const whole = Number(totalLength(alone) >= totalLength(audibleRanges) * nearlyAll);
    // Moments in which both are silent don't end the silence of one.
    const runs = joinRanges([...inThis, ...silences], edgeSeconds).flatMap((run) => {
      const parts = alone.filter(({ from, to }) => from >= run.from && to <= run.to);
      const [first, last] = [parts[0], parts.at(-1)];
      return first && last && totalLength(parts) >= silentChannelSeconds
        ? [{ from: first.from, to: last.to }]
        : [];
    });
    const ranges = whole ? [{ from: 0, to: timing.frames }] : runs.map((run) => framesDuring(run, timing));
    return perPlace(ranges, timing, (place, range) =>
      finding("silent_channel", { ...place, channel, whole }, whole ? null : range),
    );
  });
  if (silent.length > 0) return silent;
  const related = (relation: "identical" | "inverted") =>
    joinRanges(
      sound.relations.filter((each) => each.relation === relation),
      edgeSeconds,
    );
  const inverted = related("inverted").map((range) => framesDuring(range, timing));
  const identical =
    totalLength(subtractRanges(related("identical"), silences)) >= totalLength(audibleRanges) * nearlyAll;
  return [
    ...(identical ? [finding("identical_channels", {})] : []),
    ...perPlace(inverted, timing, (place, range) => finding("inverted_channels", place, range)),
  ];
}

function judgeEnd({ seconds, endLevel }: SoundMeasures, timing: Timing): Finding[] {
  const last = { from: timing.frames - 1, to: timing.frames - 1 };
  const beyond = seconds - timing.seconds;
  return [
    ...(endLevel !== null && endLevel >= clickLevel ? [finding("click_end", { level: endLevel }, last)] : []),
    ...(beyond >= soundLongerSeconds ? [finding("sound_longer", { seconds: beyond }, last)] : []),
  ];
}

function inChannel(silences: SoundMeasures["silences"], channel: number | null): Interval[] {
  return silences.filter((silence) => silence.channel === channel).map(({ from, to }) => ({ from, to }));
}
