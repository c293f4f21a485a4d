/** RFC 3986, 2.3: an escape of a letter, a digit, `-`, `.`, `_` or `~`. Encoders leave these as they are. */
const NEEDLESS = /%(2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/i

/**
 * Whether the path escapes a character that needs no escape. The router decodes it and a rule of a proxy or of a firewall may not:
 * `/v1/%66iles` would pass a rule about `/v1/files`. No client of ours writes one, so such a path is unknown.
 */
function hasNeedlessEscape(url: string): boolean {
  return url.includes('%') && NEEDLESS.test(url.split('?', 1)[0]!)
}

/** The router takes `/v1/files/` for a file with an empty id. A proxy takes it for the list. */
const FINAL_SLASH = /^\/(v\d+|api|sandbox)\/[^?]*\/(\?|$)/

/** Whether the path of an operation is written in a way in which no operation is: another program may read another path in it. */
export const isAmbiguous = (url: string): boolean => FINAL_SLASH.test(url) || hasNeedlessEscape(url)
