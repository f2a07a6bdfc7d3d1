/**
 * Units of the project's daily quota that the calls to YouTube cost, at most. Uploads are counted apart, and neither their
 * bytes nor tokens cost any. `playlists` costs as many for each page.
 */
export const quotaUnits = {
  channel: 1,
  categories: 1,
  playlists: 1,
  createPlaylist: 50,
  addToPlaylist: 51,
  addCaption: 450,
  setThumbnail: 50,
  updateVideo: 51,
  video: 1,
  deleteVideo: 50,
  findUpload: 2,
} as const;

/** Playlists of a page. */
export const playlistsPerPage = 50;
