/**
 * Keys of the rate limits that contain an email. An email has no spaces, so each key belongs to exactly one.
 */
export const emailKeys = {
  login: (email: string) => `login:email:${email}`,
  loginFrom: (email: string, address: string) => `login:email:${email} address:${address}`,
  code: (email: string) => `code:email:${email}`,
  codeFrom: (email: string, address: string) => `code:email:${email} address:${address}`,
  guess: (email: string) => `guess:email:${email}`,
  guessFrom: (email: string, address: string) => `guess:email:${email} address:${address}`,
};
