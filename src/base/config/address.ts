/**
 * Why this is no address of a database that a process could use, if it is none. libpq takes several hosts and looks for the
 * primary among them; the driver does not, and says so only when it is to connect, in words that name neither.
 */
export function addressRefusal(text: string): string | undefined {
  const [, authority = ''] = /^\w+:\/\/([^/?#]*)/.exec(text) ?? []
  const [, asked = ''] = /[?&]host=([^&#]*)/.exec(text) ?? []
  const hosts = authority.slice(authority.lastIndexOf('@') + 1)
  if (hosts.includes(',') || /,|%2c/i.test(asked))
    return 'must name one host, the address that always leads to the primary: see docs/guides/high-availability.md'
  // A socket is named as `host`, behind a login that stands at no host.
  if (!URL.canParse(text.replace('@/', '@socket/')))
    return 'cannot be read as an address: write what is special in its password as %2F (/), %23 (#), %3F (?), %40 (@)'
  return undefined
}
