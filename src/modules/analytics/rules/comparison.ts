/** A video is compared with this many others of its channel at most, those published closest to it. */
export const maxComparedVideos = 100;

/** From fewer videos, none is called typical, best or lowest. */
export const leastComparedVideos = 8;

/** Ages in days at which the growth of videos is compared. */
const growthAges = [0, 1, 2, 3, 5, 7, 14, 30, 60, 90, 180, 365, 730, 1095];

/** The ages up to the present one of a video, which is the last. */
export function comparedAges(age: number): number[] {
  return [...growthAges.filter((each) => each < age), age];
}
