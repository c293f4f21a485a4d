import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installed } from '../debian.ts'
import type { Token } from './softhsm.ts'

export interface Tunnel {
  /** Path of its socket. */
  socket: string
  stop(): Promise<void>
}

export interface TunnelOptions {
  token: Token
  /** Label of the key in the token. */
  key: string
  /** PEM of the certificate of that key. */
  certificate: string
  /** PEM of the authority of the other side's certificate. */
  authority: string
  /** Host and port of the other side. */
  to: string
}

const START_MS = 10_000

/**
 * Debian's stunnel, configured as docs/guides/dict-keys.md describes: plain on a socket here, TLS with a key in a token to
 * the other side.
 */
export async function startTunnel({ token, key, certificate, authority, to }: TunnelOptions): Promise<Tunnel> {
  await installed(['/usr/bin/stunnel4'], ['stunnel4'])
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-tunnel-'))
  const file = (name: string) => join(folder, name)
  await writeFile(file('certificate.pem'), certificate)
  await writeFile(file('authority.pem'), authority)
  const [host = ''] = to.split(':')
  const settings = [
    'foreground = yes',
    'pid =',
    'engine = pkcs11',
    `engineCtrl = MODULE_PATH:${token.module}`,
    `engineCtrl = PIN:${token.pin}`,
    '[dict]',
    'client = yes',
    `accept = ${file('dict.sock')}`,
    `connect = ${to}`,
    `cert = ${file('certificate.pem')}`,
    'engineId = pkcs11',
    `key = pkcs11:token=${token.label};object=${key};type=private`,
    `CAfile = ${file('authority.pem')}`,
    'verifyChain = yes',
    `${/^[\d.]+$/.test(host) ? 'checkIP' : 'checkHost'} = ${host}`,
    'sslVersionMin = TLSv1.2',
    'TIMEOUTclose = 0',
  ]
  await writeFile(file('stunnel.conf'), settings.join('\n'), { mode: 0o600 })
  const server = spawn('/usr/bin/stunnel4', [file('stunnel.conf')], {
    env: { ...process.env, ...token.environment },
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (let waited = 0; !existsSync(file('dict.sock')); waited += 50) {
    if (waited > START_MS || server.exitCode !== null) {
      await stop()
      throw new Error('stunnel did not start')
    }
    await pause(50)
  }
  return { socket: file('dict.sock'), stop }
}
