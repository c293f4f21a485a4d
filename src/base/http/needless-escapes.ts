/** RFC 3986, 2.3: an escape of a letter, a digit, `-`, `.`, `_` or `~`. Encoders leave these as they are. */
const NEEDLESS = /%(2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/i

/**
 * Whether the path escapes a character that needs no escape. The router decodes it and a rule of a proxy or of a firewall may not:
 * `/v1/%66iles` would pass a rule about `/v1/files`. No client of ours writes one, so such a path is unknown.
 */
export function hasNeedlessEscape(url: string): boolean {
  return url.includes('%') && NEEDLESS.test(url.split('?', 1)[0]!)
}
