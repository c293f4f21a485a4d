import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, type Identity, makeAuthority } from './certificates.ts'

/** The certificates of a DICT: its authority, its own and its banks', and those of a stranger. */
export interface Papers {
  authority: Authority
  foreign: Authority
  server: Identity
  signer: Identity
  forger: Identity
  banks: Map<string, { tls: Identity; signing: Identity }>
  discard: () => Promise<void>
}

/** Generating signing keys takes more than a second of CPU, so a test that starts several DICTs reuses them. */
export async function makePapers(participants: string[], within = tmpdir()): Promise<Papers> {
  const folder = await mkdtemp(join(within, 'eclusa-dict-'))
  const authority = await makeAuthority(join(folder, 'bacen'), 'Pix')
  const foreign = await makeAuthority(join(folder, 'foreign'), 'Somebody else')
  const [server, signer, forger, ...identities] = await Promise.all([
    authority.issue({ name: 'localhost', kind: 'connection' }),
    authority.issue({ name: 'DICT', kind: 'signature' }),
    foreign.issue({ name: 'DICT', kind: 'signature' }),
    ...participants.map(async (name) => ({
      tls: await authority.issue({ name, kind: 'connection' }),
      signing: await authority.issue({ name, kind: 'signature' }),
    })),
  ])
  return {
    authority,
    foreign,
    server,
    signer,
    forger,
    banks: new Map(participants.map((name, index) => [name, identities[index]!])),
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}
