const MOST = 3

/** Suggestions for an unknown name: names that contain it, and names with a small edit distance. */
export function nearest(name: string, names: readonly string[]): string[] {
  const typed = name.toLowerCase()
  const far = Math.max(2, Math.floor(typed.length / 3))
  return names
    .map((one) => {
      const known = one.toLowerCase()
      const isPart = typed.length > 2 && (known.includes(typed) || typed.includes(known))
      return { one, distance: known === typed ? 0 : isPart ? 1 : distanceOf(typed, known) }
    })
    .filter(({ distance }) => distance <= far)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ one }) => one)
}

/** Levenshtein distance: the number of inserted, removed or changed letters. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)))
    row = next
  }
  return row[to.length]!
}
