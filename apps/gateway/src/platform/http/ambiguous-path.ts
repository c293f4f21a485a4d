/** RFC 3986, 2.3: an escape of a letter, a digit, `-`, `.`, `_` or `~`. Encoders do not escape these. */
const NEEDLESS = /%(2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/i

/**
 * Whether the path escapes a character that needs no escape. The router decodes it, and a rule of a proxy or firewall may not:
 * `/v1/%66iles` would pass a rule for `/v1/files`. No known client writes such a path, so it gets 404.
 */
function hasNeedlessEscape(url: string): boolean {
  return url.includes('%') && NEEDLESS.test(url.split('?', 1)[0]!)
}

/** The router reads `/v1/files/` as a file with an empty id. A proxy reads it as the list. */
const FINAL_SLASH = /^\/(v\d+|api|sandbox)\/[^?]*\/(\?|$)/

/** Whether the path is spelled in a way that another program may read as a different path. */
export const isAmbiguous = (url: string): boolean => FINAL_SLASH.test(url) || hasNeedlessEscape(url)
