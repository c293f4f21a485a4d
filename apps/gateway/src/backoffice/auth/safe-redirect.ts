const LENGTH_MAX = 1_024
/** The characters of a path by RFC 3986. A backslash is not among them: browsers read it as a slash. */
const path = /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]*$/

/**
 * Open-redirect protection: the target after login is a path of the desk, and nothing that any software, having decoded it
 * once or twice, could read as a URL of another host.
 */
export function isSafeReturn(given: string): boolean {
  if (given.length > LENGTH_MAX) return false
  let read = given
  for (let times = 0; times < 3; times += 1) {
    if (!path.test(read) || read.startsWith('//')) return false
    try {
      const decoded = decodeURIComponent(read.split('?')[0]!)
      if (decoded === read) return true
      read = decoded
    } catch {
      return false
    }
  }
  return false
}
