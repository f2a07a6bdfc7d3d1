import unhomoglyph from "unhomoglyph";

import { productName, reservedNames } from "#modules/people/rules/reserved-names.ts";

/** The confusable skeleton of Unicode Technical Standard 39: equal for texts that look the same. */
function confusableSkeleton(text: string): string {
  const visible = text.normalize("NFD").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return unhomoglyph(visible).normalize("NFD");
}

/** Since names are equal in any case, so are the skeletons. */
function caselessSkeleton(text: string): string {
  return confusableSkeleton(confusableSkeleton(text).toLowerCase());
}

/**
 * The skeletons of a name as written and in lower case. Two names are confusable if they share one: some capitals look like
 * other letters than their small ones do.
 */
export function nameSkeletons(name: string): string[] {
  return [...new Set([caselessSkeleton(name), caselessSkeleton(name.toLowerCase())])];
}

const compact = (skeleton: string) => skeleton.replace(/[^\p{L}\p{N}]/gu, "");
const productSkeletons = nameSkeletons(productName).map(compact);
const reservedSkeletons = new Set(reservedNames.flatMap(nameSkeletons).map(compact));

/** Whether a name with these skeletons looks like a reserved one. */
export function resemblesReservedName(skeletons: readonly string[]): boolean {
  return skeletons
    .map(compact)
    .some(
      (name) => reservedSkeletons.has(name) || productSkeletons.some((product) => name.includes(product)),
    );
}
