import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Liveness } from '../../src/areas/onboarding/liveness/liveness.ts'
import type { Onboarding } from '../../src/areas/onboarding/onboarding.ts'
import { multipart, multipartHeaders, type Part, sha256 } from './files.ts'
import type { Answer, TestGateway, TestUser } from './gateway.ts'

/** Small real films, made with ffmpeg from its test picture; the last has sound and no pictures. */
export const videos = {
  mp4: film('face.mp4'),
  otherMp4: film('other-face.mp4'),
  mov: film('face.mov'),
  webm: film('face.webm'),
  soundOnly: film('sound-only.mp4'),
}

function film(name: string): Buffer {
  return readFileSync(new URL(`videos/${name}`, import.meta.url))
}

/** Names that have to stay where they are needed: no log line, event, address or error may hold one. */
export const canaries = {
  name: 'Canária Face Souza',
  representative: 'Canário Rosto Lima',
  document: '52998224725',
  file_name: 'rosto-da-canaria.mp4',
}

type Given = Partial<Pick<Onboarding, 'person_type' | 'status' | 'liveness_method' | 'submitted_at'>>

/** An onboarding as the operations that are tested elsewhere leave it. Answers its id. */
export async function onboardingOf({ db }: TestGateway, user: TestUser, given: Given = {}): Promise<string> {
  const { user_id, product_id } = user
  const { person_type = 'NATURAL_PERSON', status = 'pending', liveness_method = null, submitted_at = null } = given
  const [account_id, id] = [randomUUID(), randomUUID()]
  await db.admin.query(
    `insert into user_accounts (user_id, id, product_id, person_type, state, name, full_name, document, email, active,
       version, created_at, updated_at)
     values ($1, $2, $3, $4, 'pending', $5, $5, $6, $7, true, 1, now(), now())`,
    [user_id, account_id, product_id, person_type, canaries.name, account_id, `${account_id}@eclusa.example`],
  )
  await db.admin.query(
    `insert into onboardings (user_id, id, product_id, account_id, person_type, status, document, full_name, address,
       liveness_method, submitted_at, version, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, '{}', $9, $10, 1, now(), now())`,
    [
      user_id,
      id,
      product_id,
      account_id,
      person_type,
      status,
      canaries.document,
      canaries.name,
      liveness_method,
      submitted_at,
    ],
  )
  return id
}

/** A representative of a company, with the share that makes one. */
export async function representativeOf(
  { db }: TestGateway,
  { user_id, product_id }: TestUser,
  onboarding_id: string,
  active = true,
): Promise<string> {
  const [shareholder_id, id] = [randomUUID(), randomUUID()]
  const document = randomUUID().slice(0, 11)
  await db.admin.query(
    `insert into shareholders (user_id, id, onboarding_id, document, person_type, name, type, version, created_at,
       updated_at, product_id)
     values ($1, $2, $3, $4, 'NATURAL_PERSON', $5, 'PARTNER', 1, now(), now(), $6)`,
    [user_id, shareholder_id, onboarding_id, document, canaries.representative, product_id],
  )
  await db.admin.query(
    `insert into legal_representatives (user_id, id, onboarding_id, shareholder_id, document, document_country, name,
       mother_name, birth_date, representor_type, pep, is_public_server, phone_number, email, relationship_start_date,
       registration_update_date, address, active, version, created_at, updated_at, product_id)
     values ($1, $2, $3, $4, $5, 'BR', $6, $6, '1990-01-01', 'PARTNER', false, false, '+5511999990000', 'a@b.example',
       '2020-01-01', '2020-01-01', '{}', $7, 1, now(), now(), $8)`,
    [user_id, id, onboarding_id, shareholder_id, document, canaries.representative, active, product_id],
  )
  return id
}

export interface Link {
  onboarding_id: string
  liveness_id: string
  /** The path of the page. */
  path: string
}

/** An onboarding whose person is awaited, and the page that waits, as the steps leave them. */
export async function linkOf(
  gateway: TestGateway,
  user: TestUser,
  given: Partial<Liveness> = {},
  onboarding: Given = {},
): Promise<Link> {
  const { db, services } = gateway
  const status = { status: 'approved', submitted_at: new Date().toISOString(), liveness_method: 'LINK' } as const
  const onboarding_id = given.onboarding_id ?? (await onboardingOf(gateway, user, { ...status, ...onboarding }))
  const liveness_id = given.id ?? randomUUID()
  const generation = given.generation ?? 1
  await db.admin.query(
    `insert into livenesses (user_id, onboarding_id, id, legal_representative_id, status, method, generation, revoked_at,
       attempts, version, created_at, updated_at, product_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, now(), now(), $10)`,
    [
      user.user_id,
      onboarding_id,
      liveness_id,
      given.legal_representative_id ?? null,
      given.status ?? 'WAITING_SUBMISSION',
      given.method ?? 'LINK',
      generation,
      given.revoked_at ?? null,
      given.attempts ?? 0,
      user.product_id,
    ],
  )
  const url = services.livenessAddresses.urlOf({ user_id: user.user_id, onboarding_id, liveness_id, generation })
  return { onboarding_id, liveness_id, path: new URL(url, 'http://gateway').pathname }
}

/** A digest of everything a user has to do with liveness: rows, files and objects. */
export async function livenessStateOf(gateway: TestGateway, { user_id }: TestUser): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {}
  for (const table of ['onboardings', 'livenesses', 'liveness_videos', 'liveness_parts', 'files', 'events']) {
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
export function videoParts({ bytes = videos.mp4, file_name, captured_at, fields = {} }: VideoGiven = {}): Part[] {
  const said: Record<string, string | undefined> = {
    liveness_provider: 'Example Verify',
    liveness_provider_transaction_id: 'tx-1',
    captured_at: captured_at ?? new Date(Date.now() - 60_000).toISOString(),
    ...fields,
  }
  const told = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [{ name, bytes: value }]))
  return [...told, { name: 'video', file_name: file_name ?? canaries.file_name, type: 'video/mp4', bytes }]
}

/** Sends a video; a repeat of the same is let through by its nonce. */
export function sendVideo(gateway: TestGateway, as: TestUser, url: string, given: VideoGiven = {}): Promise<Answer> {
  return gateway.ask({
    method: 'POST',
    url,
    as,
    headers: { ...multipartHeaders, 'x-include-replay-protection-schema': 'nonce' },
    body: multipart(videoParts(given)),
  })
}

let address = 0
/** Each request from a place of its own, so that the guesses of one are not counted for another. */
export const elsewhere = () => `10.0.${(address += 1) >> 8}.${address & 255}`

export interface SentPart {
  upload_id?: string
  number?: number
  bytes?: Buffer
  hash?: string
}

/** Sends one part as the page does. */
export function putPart({ app }: TestGateway, { path }: Pick<Link, 'path'>, sent: SentPart = {}) {
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
  { path }: Pick<Link, 'path'>,
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

/** Sends a video in parts of so many bytes. Answers the id of the upload. */
export async function sendParts(gateway: TestGateway, link: Link, bytes = videos.webm, size = 6_000): Promise<string> {
  const upload_id = randomUUID()
  for (let number = 1; (number - 1) * size < bytes.length; number += 1) {
    const part = bytes.subarray((number - 1) * size, number * size)
    expect((await putPart(gateway, link, { upload_id, number, bytes: part })).statusCode).toBe(200)
  }
  return upload_id
}

/** A real film of so many bytes more: a box of nothing behind it. */
export function largeFilm(bytes: number): Buffer {
  const box = Buffer.alloc(bytes, 7)
  box.writeUInt32BE(bytes)
  box.write('free', 4, 'latin1')
  return Buffer.concat([videos.mp4, box])
}

/** A small film whose index says that it holds so many pictures, and takes no bytes to say so. */
export function boastfulFilm(pictures: number): Buffer {
  const bytes = Buffer.from(videos.mp4)
  const at = bytes.indexOf('stsz')
  bytes.write('stz2', at, 'latin1')
  bytes.writeUInt32BE(0, at + 8)
  bytes.writeUInt32BE(pictures, at + 12)
  return bytes
}

/** A film that says it lasts for years. */
export function endlessFilm(): Buffer {
  const bytes = Buffer.from(videos.mp4)
  // The length of every picture, in the table that says how many of them last how long.
  bytes.writeUInt32BE(0xffff_ffff, bytes.indexOf('stts') + 16)
  bytes.writeUInt32BE(1, bytes.indexOf('mdhd') + 16)
  return bytes
}

/** The onboardings that the steps were asked to take further. */
export async function advanced({ db }: TestGateway): Promise<string[]> {
  const { rows } = await db.admin.query<{ id: string }>(
    `select data ->> 'onboarding_id' as id from pgboss.job where name = 'advance-onboarding'`,
  )
  return rows.map(({ id }) => id)
}

export function expectNoCanary(gateway: TestGateway, more: unknown[] = []): void {
  const said = JSON.stringify([gateway.logged, more])
  for (const canary of Object.values(canaries)) expect(said).not.toContain(canary)
}
