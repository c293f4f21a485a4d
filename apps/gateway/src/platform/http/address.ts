import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** SSRF protection: which addresses chosen by users may be called. */

/** A private network that an operator allows one user to call, at these ports. */
export interface NamedNetwork {
  /** In the notation of PostgreSQL's `cidr`. */
  network: string
  first_port: number
  last_port: number
}

export interface Called {
  address: string
  port: number
  secure: boolean
}

/** A public number, but in one large cloud the host of a virtual machine answers there. */
const alsoPrivate = new Set(['168.63.129.16'])
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether the address is public. An IPv4 address inside an IPv6 one is checked as the IPv4 address that is called. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const called = ipaddr.process(address)
  if (called.range() !== 'unicast' || alsoPrivate.has(called.toString())) return false
  return called.kind() === 'ipv4' || called.match(globalUnicast)
}

/** Why an address may not be called, or undefined when it may. Without TLS only allowed networks may be called. */
export function addressRefusal(called: Called, named: NamedNetwork[], judge = isPublic): string | undefined {
  if (named.some((network) => holds(network, called))) return undefined
  if (!judge(called.address)) return 'not a public address'
  return called.secure ? undefined : 'not encrypted'
}

function holds({ network, first_port, last_port }: NamedNetwork, { address, port }: Called): boolean {
  if (port < first_port || port > last_port || !ipaddr.isValid(address)) return false
  const called = ipaddr.process(address)
  const [base, bits] = ipaddr.parseCIDR(network)
  return base.kind() === called.kind() && called.match([base, bits] as never)
}

/** The IP address in an URL, in any notation, or undefined when the URL has a host name. */
export function literalAddress({ hostname }: Pick<URL, 'hostname'>): string | undefined {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(host) === 0 ? undefined : host
}

export function portOf({ protocol, port }: { protocol: string; port: string }): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}
