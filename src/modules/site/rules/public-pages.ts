import {
  howItWorksPath,
  landingPath,
  pricingPath,
  privacyPath,
  signUpPath,
  termsPath,
  whatWeSolvePath,
} from "#core/paths.ts";
/**
 * Title and description of the pages that search engines may list, by path. The server writes them into the pages it
 * sends; browsers don't load this file.
 */
export const publicPages = {
  [landingPath]: {
    title: "Reelay: upload once, review, publish",
    description:
      "Your editor uploads the video, you review and approve it in the browser, and Reelay publishes it to YouTube. No downloads, no second upload.",
  },
  [pricingPath]: {
    title: "Pricing · Reelay",
    description:
      "What Reelay costs: ₹0 per month, with every feature, any number of versions, and collaborators included.",
  },
  [howItWorksPath]: {
    title: "How it works · Reelay",
    description:
      "From the brief to your channel in five steps: assign an editor, review the video, add the details, and let the server publish it.",
  },
  [whatWeSolvePath]: {
    title: "What we solve · Reelay",
    description:
      "Without Reelay, an edited video is downloaded and uploaded many times before it is published. With Reelay, the editor uploads each version once.",
  },
  [signUpPath]: {
    title: "Sign Up · Reelay",
    description: "Log in to Reelay, or sign up as a creator or an editor. Accounts are free.",
  },
  [privacyPath]: {
    title: "Privacy policy · Reelay",
    description:
      "What data Reelay stores, who can see it, how long it is kept, and how to revoke access to your YouTube channel.",
  },
  [termsPath]: {
    title: "Terms and conditions · Reelay",
    description:
      "The rules of using Reelay: who may use it, your rights to your videos, when videos are deleted, and the YouTube terms that apply.",
  },
} as const satisfies Record<string, { title: string; description: string }>;

/** The title of the sign-up page where it shows the login. */
export const logInTitle = "Login · Reelay";

export type PublicPath = keyof typeof publicPages;

export const publicPaths = Object.keys(publicPages) as PublicPath[];

/** A public page that the build renders: all but the sign-up, whose form works only with scripts. */
export type PrerenderedPage = Exclude<PublicPath, typeof signUpPath>;

export const prerenderedPages = publicPaths.filter((path) => path !== signUpPath);

export function isPublicPath(path: string): path is PublicPath {
  return Object.hasOwn(publicPages, path);
}
