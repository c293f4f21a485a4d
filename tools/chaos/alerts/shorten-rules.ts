const secondsIn = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** A rate needs a few scrapes, which come a second apart; an alert has to hold for more than one of them. */
const WINDOW_MIN_MS = 5_000
const WAIT_MIN_MS = 1_000

/**
 * The committed rules with every window and wait so many times shorter, and nothing else changed: no threshold, no label, no
 * metric.
 */
export function shortened(rules: string, times: number): string {
  const shorter = (duration: string, leastMs: number) => {
    const ms = (Number(duration.slice(0, -1)) * secondsIn[duration.at(-1) as keyof typeof secondsIn] * 1_000) / times
    return `${Math.round(Math.max(ms, leastMs))}ms`
  }
  return rules
    .replaceAll(/\[(\d+[smhd])\]/g, (_, window: string) => `[${shorter(window, WINDOW_MIN_MS)}]`)
    .replaceAll(/^( +for: )(\d+[smhd])$/gm, (_, before: string, wait: string) => before + shorter(wait, WAIT_MIN_MS))
}
