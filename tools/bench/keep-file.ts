import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, openAsBlob } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createDatabase } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { seed } from '@eclusa/simulators/seed.ts'
import { startSwift } from '@eclusa/simulators/swift/swift.ts'
import { interval, median } from '@eclusa/testing/load/figures.ts'
import { residentMiB } from '@eclusa/testing/processes/memory-use.ts'

/**
 * The cost of streaming a file through the gateway. Memory: the rise of the API's RSS above idle while eight files of 200 MB
 * stream through keep-file at once. Speed: one stream through the gateway against the bare AWS SDK with the same file and
 * store, in turns, with a null pair (the SDK against itself) that shows the noise of the machine.
 *
 *   npm run bench -- keep-file [rounds]
 */
const FILE_MB = 200
const STREAMS = 8
const ROUNDS = Number(process.argv[2] ?? 7)
const RSS_RISE_MAX_MB = 60
/** An idle API is one that has worked and rests, not one whose code has never run. None of these requests is an upload. */
const WARM_UP_REQUESTS = 4_000
const RATIO_MIN = 0.8

const say = (line: string) => void process.stderr.write(`${line}\n`)
const stops: (() => Promise<unknown>)[] = []
let database: ReturnType<typeof openDatabase> | undefined

try {
  process.stdout.write(`${JSON.stringify(await measure(), null, 2)}\n`)
} finally {
  for (const stop of stops.toReversed()) await stop()
}

async function measure() {
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-bench-'))
  stops.push(() => rm(folder, { recursive: true }))
  const store = await createStore()
  const api = await startApi(store.settings)
  const films = await Promise.all(Array.from({ length: STREAMS }, (_, at) => makeFilm(join(folder, `${at}.mp4`))))

  say('warming up both paths')
  await api.send(films[0]!)
  await store.upload(films[0]!)

  say(`speed: ${ROUNDS} rounds`)
  const rounds = []
  for (let number = 0; number < ROUNDS; number += 1) {
    const path = films[number % STREAMS]!
    const first = await seconds(() => store.upload(path))
    const through = await seconds(() => api.send(path))
    const second = await seconds(() => store.upload(path))
    rounds.push({
      ratio: (first + second) / 2 / through,
      null_pair: first / second,
      through,
      bare: (first + second) / 2,
    })
    say(`  bare ${mbps(first)} and ${mbps(second)} MB/s, through the gateway ${mbps(through)} MB/s`)
  }

  say(`memory: ${STREAMS} files of ${FILE_MB} MB at once, in an API that has only answered ordinary requests`)
  const fresh = await startApi(store.settings)
  const started_mb = fresh.rssMb()
  for (let batch = 0; batch < WARM_UP_REQUESTS / 20; batch += 1)
    await Promise.all(Array.from({ length: 20 }, () => fresh.list()))
  await pause(3_000)
  const idle = fresh.rssMb()
  const watch = watchRss(() => fresh.rssMb())
  const took = await seconds(() => Promise.all(films.map((path) => fresh.send(path))))
  const peak = watch.end()

  const ratios = summary(rounds.map(({ ratio }) => ratio))
  const nulls = summary(rounds.map(({ null_pair }) => null_pair))
  return {
    file_mb: FILE_MB,
    speed: {
      through_gateway_mb_s: mbps(median(rounds.map(({ through }) => through))),
      bare_sdk_mb_s: mbps(median(rounds.map(({ bare }) => bare))),
      ratio: ratios,
      null_pair: nulls,
      void: nulls.median < 0.9 || nulls.median > 1.1,
      reached: ratios.median >= RATIO_MIN,
    },
    memory: {
      streams: STREAMS,
      started_mb,
      idle_mb: idle,
      peak_mb: peak,
      rise_mb: Math.round((peak - idle) * 10) / 10,
      all_streams_mb_s: Math.round((STREAMS * FILE_MB) / took),
      reached: peak - idle <= RSS_RISE_MAX_MB,
    },
  }
}

async function createStore() {
  say('starting Swift and PostgreSQL')
  const swift = await startSwift()
  stops.push(() => swift.stop())
  const { endpoint, region, accessKeyId, secretAccessKey } = swift
  const Bucket = 'bench'
  const uploaded: string[] = []
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  await client.send(new CreateBucketCommand({ Bucket }))
  return {
    settings: {
      OBJECT_STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: Bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      OBJECT_STORE_TIMEOUT_MS: '20000',
    },
    async upload(path: string) {
      const Key = `bare/${randomUUID()}`
      await new Upload({
        client,
        params: { Bucket, Key, Body: createReadStream(path), ContentType: 'video/mp4' },
      }).done()
      uploaded.push(Key)
    },
    /** Outside of the measured time, because the gateway does not remove its files either. */
    async clear() {
      for (const Key of uploaded.splice(0)) await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
  }
}

async function openDatabase() {
  const postgres = await startPostgres(process.env)
  stops.push(() => postgres.stop())
  const urls = await createDatabase(postgres.adminUrl, 'eclusa_bench')
  const users = await seed(urls, randomBytes(32).toString('hex'))
  const issuer = await startIssuer(users)
  stops.push(() => issuer.close())
  const { url, audience } = issuer
  return { urls, user_id: users[0]!.user_id, token: await issuer.token(users[0]!), issuer: { url, audience } }
}

async function startApi(settings: Record<string, string>) {
  database ??= openDatabase()
  const { urls, token, issuer } = await database
  const child = spawn(process.execPath, [fileURLToPath(new URL('keep-file-api.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...gatewayEnvironment({ database: urls, issuer }),
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  stops.push(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await ended
  })
  const [base] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    async list() {
      const headers = { authorization: `Bearer ${token}`, nonce: randomUUID() }
      const answer = await fetch(`${base}/v1/storage/files`, { headers })
      if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`)
      await answer.arrayBuffer()
    },
    send: (path: string) => sendFile(`${base}/v1/bench/files`, token, path),
    rssMb: () => Math.round(residentMiB(child.pid!) * 10) / 10,
  }
}

function box(type: string, size: number): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(size)
  header.write(type, 4, 'latin1')
  return header
}

/** A video with unique bytes, so that none counts as already stored. */
async function makeFilm(path: string): Promise<string> {
  const file = await open(path, 'w')
  await file.write(Buffer.concat([box('ftyp', 20), Buffer.from('isom\0\0\x02\0isom', 'latin1'), box('moov', 8)]))
  await file.write(box('mdat', FILE_MB * 1_000_000 - 28))
  for (let left = FILE_MB * 1_000_000 - 36; left > 0; left -= 1_000_000)
    await file.write(randomBytes(Math.min(left, 1_000_000)))
  await file.close()
  return path
}

async function sendFile(url: string, token: string, path: string): Promise<void> {
  const boundary = randomUUID()
  const { size } = await openAsBlob(path)
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const sent = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      nonce: randomUUID(),
      'x-include-replay-protection-schema': 'nonce',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + tail.length,
    },
  })
  sent.write(head)
  const file = createReadStream(path)
  file.pipe(sent, { end: false })
  file.once('end', () => sent.end(tail))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await answer.toArray()).toString()
  if (answer.statusCode !== 201) throw new Error(`the gateway answered ${answer.statusCode}: ${body}`)
}

function watchRss(read: () => number) {
  let peak = read()
  const timer = setInterval(() => (peak = Math.max(peak, read())), 50)
  return {
    end() {
      clearInterval(timer)
      return Math.max(peak, read())
    },
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

function mbps(took: number): number {
  return Math.round((FILE_MB / took) * 10) / 10
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

function summary(values: number[]) {
  const { median: middle, low, high } = interval(values)
  return { median: round(middle), from: round(low), to: round(high) }
}
