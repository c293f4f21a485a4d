/**
 * Resumable upload of a video in parts. Received parts are never sent again: after a dropped connection the page reads from the
 * gateway which parts it has. Every part is sent with its hash, and so is the whole.
 */
const SILENCE_MS = 60_000
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000]
/** Temporary errors: timeout, conflict with another request, too early, too many requests. */
const PASSING = new Set([408, 409, 425, 429])

/** The upload of a video: its id, and the hash of all of it. */
export async function prepare(key, video) {
  const sha256 = await digest(await read(video))
  return { key, id: newId(), video, sha256 }
}

/**
 * Retries until the upload is complete or a permanent error occurs. `tell` is called with the progress and with waits; a click
 * on `hurry` ends a wait early, and `leave` aborts the upload. Returns `done`, the step that shows the error, or undefined when
 * it was aborted.
 */
export async function send(base, upload, { partBytes, tell, hurry, leave }) {
  for (let failures = 0; ; failures += 1) {
    const before = upload.arrived ?? 0
    try {
      return await sendOnce(base, upload, partBytes, tell)
    } catch (error) {
      if (error.refusal) return error.refusal
      // Any progress resets the backoff.
      if ((upload.arrived ?? 0) > before) failures = 0
      tell({ waiting: true })
      await waitFor(WAITS_MS[Math.min(failures, WAITS_MS.length - 1)], hurry, leave)
      if (leave.aborted) return undefined
      tell({ waiting: false })
    }
  }
}

async function sendOnce(base, upload, partBytes, tell) {
  const { id, video, sha256 } = upload
  const known = await ask('GET', `${base}/uploads/${id}`)
  if (known.complete) return 'done'
  const there = new Set(known.parts)
  const count = Math.ceil(video.size / partBytes)
  for (let number = 1; number <= count; number += 1) {
    const start = (number - 1) * partBytes
    const part = video.slice(start, start + partBytes)
    const progress = (bytes) => tell({ part: (start + bytes) / video.size })
    if (!there.has(number)) {
      const bytes = await read(part)
      const headers = { 'content-type': 'application/octet-stream', 'x-part-sha256': await digest(bytes) }
      await ask('PUT', `${base}/uploads/${id}/parts/${number}`, headers, bytes, progress)
    }
    upload.arrived = number
    progress(part.size)
  }
  tell({ finishing: true })
  const whole = JSON.stringify({ type: video.type, size: video.size, sha256 })
  await ask('POST', `${base}/uploads/${id}/complete`, { 'content-type': 'application/json' }, whole)
  return 'done'
}

/** Records the consent of the person to the text with this hash at the gateway. */
export function agree(base, sha256) {
  return ask('POST', `${base}/consent`, { 'content-type': 'application/json' }, JSON.stringify({ sha256 }))
}

/** One request. It rejects with a `refusal` when a retry would not help. */
function ask(method, url, headers = {}, body = null, progress = () => {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const began = performance.now()
    request.open(method, url)
    request.timeout = SILENCE_MS
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => {
      // `timeout` counts from the start of the request, so progress extends it: a slow connection is not a broken one.
      request.timeout = performance.now() - began + SILENCE_MS
      progress(loaded)
    })
    for (const end of ['error', 'timeout', 'abort'])
      request.addEventListener(end, () => reject(new Error('the connection broke off')))
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(request.responseText)
      else reject(refused(`answered ${request.status}`, refusalOf(request)))
    })
    request.send(body)
    // A response that is not JSON comes from the login page of a network and not from the gateway: it counts as no connection.
  }).then((text) => JSON.parse(text || '{}'))
}

/** The step of the page that shows a permanent error. Undefined for a temporary one. */
function refusalOf({ status, responseText }) {
  if (status === 404) return 'nothing'
  if (status === 413) return 'large'
  if (responseText.includes('ATTEMPTS_OVER')) return 'over'
  if (/CONSENT_(MISSING|CHANGED)/.test(responseText)) return 'consent'
  if (responseText.includes('PART_TAKEN')) return 'failed'
  return status >= 400 && status < 500 && !PASSING.has(status) ? 'failed' : undefined
}

/** A video that cannot be read, because its file is deleted or the browser stored it badly, is a permanent error. */
async function read(blob) {
  try {
    // Phones without MediaRecorder have no `Blob.arrayBuffer` either.
    return await (blob.arrayBuffer ? blob.arrayBuffer() : new Response(blob).arrayBuffer())
  } catch {
    throw refused('the video cannot be read', 'failed')
  }
}

function refused(why, refusal) {
  return Object.assign(new Error(why), { refusal })
}

/** Waits, but ends early when the connection or the person is back, or one of the buttons is pressed. */
function waitFor(ms, hurry, leave) {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const heard = { signal: over.signal }
    addEventListener('online', end, heard)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), heard)
    hurry.addEventListener('click', end, heard)
    leave.addEventListener('abort', end, heard)
  })
}

async function digest(bytes) {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** A random UUID. `crypto.randomUUID` would be shorter, but phones that are still in use do not have it. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The key of an address in this browser's storage: a hash, because the address is a credential. */
export async function keyOf(path) {
  return digest(new TextEncoder().encode(path))
}
