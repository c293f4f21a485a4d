import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Liveness, newLiveness } from '@eclusa/gateway/src/areas/onboarding/liveness/liveness.ts'
import { addLiveness } from '@eclusa/gateway/src/areas/onboarding/liveness/liveness-store.ts'
import type { Onboarding, PersonType } from '@eclusa/gateway/src/areas/onboarding/onboarding.ts'
import { runAsUser } from '@eclusa/gateway/src/http/transaction.ts'
import { ownBytes } from '@eclusa/simulators/unique-bytes.ts'
import { expect } from 'vitest'
import { type FilePart, multipart, multipartHeaders, sha256 } from './files.ts'
import type { TestGateway, TestResponse, TestUser } from './gateway.ts'
import { newCnpj, newCpf, personsOf } from './persons.ts'

/** Small real videos, made with ffmpeg from its test image; the last has sound and no frames. */
export const videos = {
  mp4: film('../../packages/simulators/samples/face.mp4'),
  otherMp4: film('videos/other-face.mp4'),
  mov: film('videos/face.mov'),
  webm: film('videos/face.webm'),
  soundOnly: film('videos/sound-only.mp4'),
}

function film(path: string): Buffer {
  return readFileSync(new URL(path, import.meta.url))
}

/** Names that must not leak: no log line, event, URL or error may contain one. */
export const canaries = {
  name: 'Canária Face Souza',
  representative: 'Canário Rosto Lima',
  file_name: 'rosto-da-canaria.mp4',
}

/** Each person has another document, which must not leak either. */
const canaryDocuments: string[] = []
function canaryDocument(person_type: PersonType): string {
  const document = person_type === 'NATURAL_PERSON' ? newCpf() : newCnpj()
  canaryDocuments.push(document)
  return document
}

type LivenessInput = Partial<Pick<Onboarding, 'person_type' | 'status' | 'liveness_method' | 'submitted_at'>>

/** An onboarding, made as by an integrator and then advanced to where the test begins. Returns its id. */
export async function onboardingOf(gateway: TestGateway, user: TestUser, given: LivenessInput = {}): Promise<string> {
  const { person_type = 'NATURAL_PERSON', ...at } = given
  const persons = personsOf(gateway, user)
  const named = { name: canaries.name, full_name: canaries.name, document: canaryDocument(person_type) }
  const id =
    person_type === 'NATURAL_PERSON'
      ? await persons.natural(await persons.account(named))
      : await persons.legal(await persons.company(named))
  if (Object.keys(at).length > 0) await bringTo(gateway, user, id, at)
  return id
}

/** Advances an onboarding as the checks would. A company that is locked accepts no representatives either. */
export async function bringTo(
  { db }: TestGateway,
  { user_id }: TestUser,
  id: string,
  at: LivenessInput,
): Promise<void> {
  const changes = Object.keys(at).map((name, index) => `${name} = $${index + 3}`)
  const values = [user_id, id, ...Object.values(at)]
  await db.admin.query(`update onboardings set ${changes.join(', ')} where user_id = $1 and id = $2`, values)
}

/** A representative of a company, with the share that requires one. */
export async function representativeOf(
  gateway: TestGateway,
  user: TestUser,
  onboarding_id: string,
  fields: object = {},
): Promise<string> {
  const persons = personsOf(gateway, user)
  const named = { name: canaries.representative }
  return persons.representative(await persons.shareholder(onboarding_id, named), { ...named, ...fields })
}

/** Deactivates a representative. */
export const formerly = { relationship_end_date: '2021-01-01' }

export interface LivenessLink {
  onboarding_id: string
  liveness_id: string
  /** The path of the page. */
  path: string
}

/** An onboarding with an open liveness check, and its page, before the consent. */
export async function freshLinkOf(
  gateway: TestGateway,
  user: TestUser,
  given: Partial<Liveness> = {},
  onboarding: LivenessInput = {},
): Promise<LivenessLink> {
  const { services } = gateway
  const status = { status: 'approved', submitted_at: new Date().toISOString(), liveness_method: 'LINK' } as const
  const onboarding_id = given.onboarding_id ?? (await onboardingOf(gateway, user, { ...status, ...onboarding }))
  const begun = {
    legal_representative_id: null,
    status: 'WAITING_SUBMISSION',
    method: 'LINK',
    submitted_at: null,
  } as const
  const liveness = {
    ...newLiveness({ ...begun, product_id: user.product_id, onboarding_id }, services.clock.now()),
    ...given,
  }
  await runAsUser(services, user.user_id, 'test', async (tx) => addLiveness(tx, liveness))
  const { id: liveness_id, generation } = liveness
  const url = services.livenessAddresses.urlOf({ user_id: user.user_id, onboarding_id, liveness_id, generation })
  return { onboarding_id, liveness_id, path: new URL(url, 'http://gateway').pathname }
}

/** The same after the consent. */
export async function linkOf(...asked: Parameters<typeof freshLinkOf>): Promise<LivenessLink> {
  const [{ db }, { user_id, product_id }] = asked
  const link = await freshLinkOf(...asked)
  await db.admin.query(
    `insert into onboarding_consents (user_id, product_id, onboarding_id, id, kind, liveness_id, generation, legal_representative_id,
       version, language, text_sha256, text, accepted_at, request_id, recorded_at)
     select $1, $2, onboarding_id, gen_random_uuid(), 'LIVENESS', id, generation, legal_representative_id, 'test', 'pt-BR',
       encode(sha256('test'), 'hex'), 'test', now(), 'test', now()
     from liveness_checks where user_id = $1 and id = $3`,
    [user_id, product_id, link.liveness_id],
  )
  return link
}

/** Consents as the page does when the person has ticked the box. */
export async function agree(
  { app }: TestGateway,
  { path }: Pick<LivenessLink, 'path'>,
  lang = 'pt-BR',
  from = elsewhere(),
) {
  const page = await app.inject({ url: `${path}?lang=${lang}`, remoteAddress: from })
  return sendConsent(app, path, { sha256: consentShown(page.body) }, from)
}

/** The hash of the consent text in the page. */
export const consentShown = (html: string) => /data-consent-sha256="([0-9a-f]{64})"/.exec(html)?.[1]

export const sendConsent = (app: TestGateway['app'], path: string, body: object, remoteAddress = elsewhere()) =>
  app.inject({
    method: 'POST',
    url: `${path}/consent`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
    remoteAddress,
  })

/** A digest of a user's liveness data: rows, files and objects. */
export async function livenessStateOf(gateway: TestGateway, { user_id }: TestUser): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {}
  for (const table of [
    'onboardings',
    'liveness_checks',
    'liveness_videos',
    'liveness_upload_parts',
    'onboarding_consents',
    'files',
    'events',
  ]) {
    const { rows } = await gateway.db.admin.query<{ row: string }>(
      `select t::text as row from ${table} t where user_id = $1 order by 1`,
      [user_id],
    )
    state[table] = rows.map(({ row }) => row)
  }
  const objects: string[] = []
  for (const folder of ['files', 'liveness-parts'])
    for await (const { key } of gateway.services.objects.list(`${folder}/${user_id}/`)) objects.push(key)
  return { ...state, objects: objects.toSorted() }
}

export interface VideoGiven {
  bytes?: Buffer
  file_name?: string
  captured_at?: string
  fields?: Record<string, string | undefined>
}

/** A video as an integrator sends it. */
export function videoParts({ bytes = videos.mp4, file_name, captured_at, fields = {} }: VideoGiven = {}): FilePart[] {
  const said: Record<string, string | undefined> = {
    liveness_provider: 'Example Verify',
    liveness_provider_transaction_id: 'tx-1',
    captured_at: captured_at ?? new Date(Date.now() - 60_000).toISOString(),
    ...fields,
  }
  const told = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [{ name, bytes: value }]))
  return [...told, { name: 'video', file_name: file_name ?? canaries.file_name, type: 'video/mp4', bytes }]
}

/** Sends a video. A new nonce allows a repeat. */
export function sendVideo(
  gateway: TestGateway,
  as: TestUser,
  url: string,
  given: VideoGiven = {},
): Promise<TestResponse> {
  return gateway.ask({
    method: 'POST',
    url,
    as,
    headers: { ...multipartHeaders, 'x-include-replay-protection-schema': 'nonce' },
    body: multipart(videoParts(given)),
  })
}

let address = 0
/** Each request from another client address, so that their failures are counted separately. */
export const elsewhere = () => `10.0.${(address += 1) >> 8}.${address & 255}`

export interface SentPart {
  upload_id?: string
  number?: number
  bytes?: Buffer
  hash?: string
}

/** Sends one part as the page does. */
export function putPart({ app }: TestGateway, { path }: Pick<LivenessLink, 'path'>, sent: SentPart = {}) {
  const { upload_id = randomUUID(), number = 1, bytes = videos.webm, hash = sha256(bytes) } = sent
  return app.inject({
    method: 'PUT',
    url: `${path}/uploads/${upload_id}/parts/${number}`,
    headers: { 'content-type': 'application/octet-stream', 'x-part-sha256': hash },
    payload: Buffer.from(bytes),
    remoteAddress: elsewhere(),
  })
}

export function completeParts(
  { app }: TestGateway,
  { path }: Pick<LivenessLink, 'path'>,
  upload_id: string,
  bytes: Buffer,
  said: object = {},
) {
  return app.inject({
    method: 'POST',
    url: `${path}/uploads/${upload_id}/complete`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ type: 'video/webm', size: bytes.length, sha256: sha256(bytes), ...said }),
    remoteAddress: elsewhere(),
  })
}

/** Sends a video in parts of so many bytes. Returns the id of the upload. */
export async function sendParts(
  gateway: TestGateway,
  link: Pick<LivenessLink, 'path'>,
  bytes = videos.webm,
  size = 6_000,
): Promise<string> {
  const upload_id = randomUUID()
  for (let number = 1; (number - 1) * size < bytes.length; number += 1) {
    const part = bytes.subarray((number - 1) * size, number * size)
    expect((await putPart(gateway, link, { upload_id, number, bytes: part })).statusCode).toBe(200)
  }
  return upload_id
}

/** A real video with so many more bytes: an empty box at its end. */
export function largeFilm(bytes: number): Buffer {
  const box = Buffer.alloc(bytes, 7)
  box.writeUInt32BE(bytes)
  box.write('free', 4, 'latin1')
  return Buffer.concat([videos.mp4, box])
}

/** A video with unique bytes. */
export const anotherFilm = () => ownBytes(videos.mp4, randomUUID())

/** A small video whose index claims so many frames without using bytes for them. */
export function boastfulFilm(pictures: number): Buffer {
  const bytes = Buffer.from(videos.mp4)
  const at = bytes.indexOf('stsz')
  bytes.write('stz2', at, 'latin1')
  bytes.writeUInt32BE(0, at + 8)
  bytes.writeUInt32BE(pictures, at + 12)
  return bytes
}

/** A video that claims a duration of years. */
export function endlessFilm(): Buffer {
  const bytes = Buffer.from(videos.mp4)
  // The frame durations, in the table of sample counts and durations.
  bytes.writeUInt32BE(0xffff_ffff, bytes.indexOf('stts') + 16)
  bytes.writeUInt32BE(1, bytes.indexOf('mdhd') + 16)
  return bytes
}

/** The onboardings whose steps were asked to continue. */
export async function advanced({ db }: TestGateway): Promise<string[]> {
  const { rows } = await db.admin.query<{ id: string }>(
    `select data ->> 'onboarding_id' as id from pgboss.job where name = 'advance-onboarding'`,
  )
  return rows.map(({ id }) => id)
}

export function expectNoCanary(gateway: TestGateway, more: unknown[] = []): void {
  const said = JSON.stringify([gateway.logged, more])
  for (const canary of [...Object.values(canaries), ...canaryDocuments]) expect(said).not.toContain(canary)
}
