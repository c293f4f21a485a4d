/**
 * Why this address of a database cannot be used, or undefined when it can. libpq accepts several hosts and looks for the primary
 * among them. The driver does not, and fails only when it connects, with a message that names neither.
 */
export function addressRefusal(text: string): string | undefined {
  const [, authority = ''] = /^\w+:\/\/([^/?#]*)/.exec(text) ?? []
  const [, asked = ''] = /[?&]host=([^&#]*)/.exec(text) ?? []
  const hosts = authority.slice(authority.lastIndexOf('@') + 1)
  if (hosts.includes(',') || /,|%2c/i.test(asked))
    return 'must name one host, the address that always leads to the primary: see docs/guides/high-availability.md'
  // The driver takes the path of a socket as the parameter `host`, with a login in front that has no host name.
  if (!URL.canParse(text.replace('@/', '@socket/')))
    return 'cannot be read as an address: percent-encode special characters in its password: %2F (/), %23 (#), %3F (?), %40 (@)'
  return undefined
}
