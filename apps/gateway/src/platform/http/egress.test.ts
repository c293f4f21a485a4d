import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublic, type NamedNetwork } from './address.ts'
import { createEgress, type ResolvedAddress } from './egress.ts'

let server: Server
let port: number
let heard: string[] = []

beforeAll(async () => {
  server = createServer((incoming, answer) => {
    heard.push(incoming.url!)
    if (incoming.url === '/redirect') answer.writeHead(302, { location: `http://127.0.0.1:${port}/private` }).end()
    else answer.end('heard')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

const any = (network: string): NamedNetwork => ({ network, first_port: 1, last_port: 65_535 })

const call = async (url: string, answers?: ResolvedAddress[][], named: NamedNetwork[] = []) => {
  const resolve = answers && (async () => answers.shift() ?? [])
  const egress = createEgress(resolve && { resolve })
  try {
    const { dispatcher } = egress.wayOf('user', named)
    const { statusCode, body } = await request(url, { dispatcher, method: 'POST' })
    await body.dump()
    return statusCode
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await egress.destroy()
  }
}

describe('rejected before anything is sent', () => {
  const spellings = [
    '127.0.0.1',
    '127.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '１２７.0.0.1',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '167772161',
    '012.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '0xc0a80101',
    '100.64.0.1',
    '169.254.169.254',
    '2852039166',
    '0251.0376.0251.0376',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
    '[0:0:0:0:0:ffff:192.168.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
  ]
  it.each(spellings)('http and https to %s', async (host) => {
    heard = []
    expect(await call(`http://${host}:${port}/`)).toBe('EGRESS_REFUSED')
    expect(await call(`https://${host}:${port}/`)).toBe('EGRESS_REFUSED')
    expect(heard).toEqual([])
  })

  const one = (address: string): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 })
  const names: [string, ResolvedAddress[]][] = [
    ['loopback', [one('127.0.0.1')]],
    ['a private network', [one('10.1.2.3')]],
    ['the metadata service', [one('169.254.169.254')]],
    ['loopback inside IPv6', [one('::ffff:127.0.0.1')]],
    ['a public and a private address', [one('93.184.215.14'), one('127.0.0.1')]],
    ['a private and a public address', [one('::1'), one('2606:4700::1')]],
  ]
  it.each(names)('a name that resolves to %s', async (_, answer) => {
    heard = []
    expect(await call(`https://hooks.example:${port}/`, [answer])).toBe('EGRESS_REFUSED')
    expect(heard).toEqual([])
  })

  it('localhost', async () => {
    expect(await call(`https://localhost:${port}/`)).toBe('EGRESS_REFUSED')
  })

  it('a public address without TLS', async () => {
    expect(await call('http://93.184.215.14/')).toBe('EGRESS_REFUSED')
    expect(await call('http://hooks.example/', [[one('93.184.215.14')]])).toBe('EGRESS_REFUSED')
  })
})

describe('a name that changes between look-ups', () => {
  it('is resolved once per connection, and the checked address is called', async () => {
    heard = []
    const asked: string[] = []
    // At the first look-up an allowed address without a listener, at the second the server's own address.
    const answers = ['127.0.0.2', '127.0.0.1']
    const resolve = async (host: string) => [{ address: (asked.push(host), answers.shift()!), family: 4 }]
    const egress = createEgress({ resolve })
    const { dispatcher } = egress.wayOf('user', [any('127.0.0.0/8')])
    const url = `http://hooks.example:${port}/`
    await expect(request(url, { dispatcher })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(asked).toEqual(['hooks.example'])
    expect(heard).toEqual([])
    await egress.destroy()
  })

  it('is checked again on the next connection', async () => {
    heard = []
    const turned = [[{ address: '127.0.0.2', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]
    expect(await call(`http://hooks.example:${port}/`, turned, [any('127.0.0.2/32')])).toBe('ECONNREFUSED')
    expect(await call(`http://hooks.example:${port}/`, turned, [any('127.0.0.2/32')])).toBe('EGRESS_REFUSED')
    expect(heard).toEqual([])
  })
})

describe('allowed', () => {
  const loopback = [{ address: '127.0.0.1', family: 4 }]
  it('networks the operator allowed, without TLS too', async () => {
    expect(await call(`http://127.0.0.1:${port}/`, undefined, [any('127.0.0.0/8')])).toBe(200)
    const two = [any('10.0.0.0/8'), any('127.0.0.1/32')]
    expect(await call(`http://hooks.example:${port}/`, [loopback], two)).toBe(200)
  })

  it('at the ports the operator allowed, and at no other', async () => {
    const at = (first_port: number, last_port: number) => [{ network: '127.0.0.0/8', first_port, last_port }]
    for (const answers of [undefined, loopback]) {
      const url = `http://${answers ? 'hooks.example' : '127.0.0.1'}:${port}/`
      const named = async (first: number, last: number) => call(url, answers && [answers], at(first, last))
      expect(await named(port, port)).toBe(200)
      expect(await named(1, port)).toBe(200)
      expect(await named(port + 1, 65_535)).toBe('EGRESS_REFUSED')
      expect(await named(1, port - 1)).toBe('EGRESS_REFUSED')
    }
    expect(await call('http://127.0.0.1/', undefined, at(81, 65_535))).toBe('EGRESS_REFUSED')
    expect(await call('https://127.0.0.1/', undefined, at(1, 442))).toBe('EGRESS_REFUSED')
  })

  it('but no redirect', async () => {
    heard = []
    expect(await call(`http://127.0.0.1:${port}/redirect`, undefined, [any('127.0.0.0/8')])).toBe(302)
    expect(heard).toEqual(['/redirect'])
  })

  it('public addresses', () => {
    for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])
      expect(isPublic(address), address).toBe(true)
  })
})

describe('one user and another', () => {
  const url = () => `http://127.0.0.1:${port}/`
  const named = [any('127.0.0.0/8')]
  const ask = async (egress: ReturnType<typeof createEgress>, user: string, networks: NamedNetwork[]) => {
    const { dispatcher } = egress.wayOf(user, networks)
    return request(url(), { dispatcher, method: 'POST' }).then(
      async ({ statusCode, body }) => (await body.dump(), statusCode),
      (error: { code?: string }) => error.code,
    )
  }

  it('a network of one user is refused to another, also on an open connection', async () => {
    const egress = createEgress()
    expect(await ask(egress, 'one', named)).toBe(200)
    expect(await ask(egress, 'other', [])).toBe('EGRESS_REFUSED')
    expect(await ask(egress, 'other', [any('10.0.0.0/8')])).toBe('EGRESS_REFUSED')
    expect(await ask(egress, 'one', named)).toBe(200)
    // The permission is withdrawn: open connections are not used again.
    expect(await ask(egress, 'one', [])).toBe('EGRESS_REFUSED')
    await egress.destroy()
  })

  it('a response from a private network is confidential, called by address or by name', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const egress = createEgress({ resolve })
    const way = egress.wayOf('one', named)
    for (const host of ['127.0.0.1', 'hooks.example']) {
      const address = `http://${host}:${port}/some/path`
      await (await request(address, { dispatcher: way.dispatcher, method: 'POST' })).body.dump()
      expect(way.isConfidential(address)).toBe(true)
    }
    // No server listens there. The error must not reveal that.
    await expect(request('http://127.0.0.1:1/', { dispatcher: way.dispatcher })).rejects.toThrow('ECONNREFUSED')
    expect(way.isConfidential('http://127.0.0.1:1/')).toBe(true)
    expect(way.isConfidential('https://public.example/')).toBe(false)
    await egress.destroy()
  })
})
