interface Options {
  /** How long an answer is given again, in milliseconds. */
  lifetime: number;
  /** Answers that are kept at most; the oldest go first. */
  most: number;
  clock: () => Date;
}

/**
 * Gives an answer again for a short time, counted from the question: whoever asks for the same meanwhile shares it. What
 * fails is not kept.
 */
export function createShortMemory<T>({ lifetime, most, clock }: Options) {
  const kept = new Map<string, { answer: Promise<T>; asked: number }>();
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const now = clock().getTime();
    const known = kept.get(key);
    if (known && known.asked <= now && now < known.asked + lifetime) return known.answer;
    const answer = ask();
    kept.delete(key);
    kept.set(key, { answer, asked: now });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    answer.catch(() => {
      if (kept.get(key)?.answer === answer) kept.delete(key);
    });
    return answer;
  };
}
