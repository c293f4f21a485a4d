/** RFC 9110: `*` matches any version, a list matches when one of its tags does, and weak tags never match. */
export function matchesVersion(ifMatch: string | undefined, version: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  return ifMatch.split(',').some((tag) => tag.trim() === `"${version}"`)
}
