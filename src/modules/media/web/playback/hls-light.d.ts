/** The light build has no type declarations; the parts in use are the same as in the full build. */
declare module "hls.js/light" {
  export { default } from "hls.js";
}
