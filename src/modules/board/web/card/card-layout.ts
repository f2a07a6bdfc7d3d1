/** The picture is beside all other content; on phones only beside the title. */
export const cardGrid =
  "grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr] sm:gap-x-5 sm:gap-y-0 md:grid-cols-[11rem_minmax(0,1fr)]";

export const cardBody = "col-span-2 min-w-0 sm:col-span-1 sm:col-start-2";

/** The search field and two selects in one row; on phones the search is above the selects. */
export const filterBar = "mt-3 flex flex-wrap items-end gap-2";
export const searchFieldClass = "min-w-40 flex-1 basis-full md:basis-0";
export const selectFieldClass = "min-w-36 flex-1 md:w-43 md:flex-none";
