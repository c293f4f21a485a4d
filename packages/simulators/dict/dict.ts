import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DictSettings } from '@eclusa/gateway/src/partners/dict/dict.ts'
import type { PemSigning } from '@eclusa/gateway/src/partners/dict/keys/pem-keys.ts'
import type { TlsIdentity } from '@eclusa/gateway/src/partners/dict/transport.ts'
import { makeBuckets } from './buckets.ts'
import type { Identity } from './certificates.ts'
import { listenForTests } from './control.ts'
import { makePapers, type Papers } from './documents.ts'
import { makeFaults } from './faults.ts'
import { type DictServer, listenForParticipants } from './server.ts'
import { makeWorld } from './state.ts'

/** Keys as text: this DICT is for tests. */
type SettingsToTry = Pick<DictSettings, 'url' | 'participant' | 'trusted'> & { tls: TlsIdentity; signing: PemSigning }

/** DICT simulator: the same protocol, several banks, and a control port for tests. */
export interface SimulatedDict extends DictServer {
  url: string
  control_url: string
  /** Everything a client needs to connect as this bank. */
  settingsFor(participant: string): SettingsToTry
  /** Certificates for tests of the handshake. */
  expired(participant: string): Promise<Identity>
  stranger(participant: string): Promise<Identity>
  /** A certificate for a key that the participant made itself. Both are PEM. */
  certify(request: string): Promise<string>
  /** How many connections were made so far. */
  handshakes(): number
  close(): Promise<void>
}

export interface SimulatedDictOptions {
  participants: string[]
  /** Keys and certificates from an earlier run, if given. Their creator deletes them. */
  papers?: Papers
  port?: number
  controlPort?: number
}

export async function startDict({
  participants,
  papers,
  port = 0,
  controlPort = 0,
}: SimulatedDictOptions): Promise<SimulatedDict> {
  const { authority, foreign, server, signer, forger, banks, discard } = papers ?? (await makePapers(participants))
  const world = makeWorld(participants)
  const dict: DictServer = {
    world,
    buckets: makeBuckets(world),
    faults: makeFaults(),
    signers: { dict: signer, foreign: forger },
    signingCertificates: new Map(
      [...banks].map(([name, each]) => [name, new X509Certificate(each.signing.certificate)]),
    ),
    answers: new Map(),
    watchers: new Set(),
  }
  const wire = listenForParticipants(dict, { ...server, authority: authority.certificate })
  const control = listenForTests(dict)
  let handshakes = 0
  wire.on('secureConnection', () => void (handshakes += 1))
  const url = `https://127.0.0.1:${await listen(wire, port)}/api/v2`
  const control_url = `http://127.0.0.1:${await listen(control, controlPort)}`

  return {
    ...dict,
    url,
    control_url,
    settingsFor(participant) {
      const { tls, signing } = banks.get(participant)!
      const connection = { ...tls, authorities: [authority.certificate] }
      return { url, participant, tls: connection, signing, trusted: [signer.certificate] }
    },
    expired: (name) => authority.issue({ name, kind: 'connection', days: -1 }),
    stranger: (name) => foreign.issue({ name, kind: 'connection' }),
    certify: (request) => authority.certify(request),
    handshakes: () => handshakes,
    async close() {
      for (const each of [wire, control]) {
        each.close()
        each.closeAllConnections()
      }
      if (!papers) await discard()
    },
  }
}

async function listen(server: Pick<Server, 'listen' | 'address' | 'once'>, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server as Server, 'listening')
  return (server.address() as AddressInfo).port
}
