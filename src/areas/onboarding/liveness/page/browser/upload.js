/**
 * Sends a video in parts. What has arrived is never sent again: after a dropped connection the gateway is asked which
 * parts it has. Every part carries its hash, and so does the whole.
 */
const PART_TIMEOUT_MS = 60_000
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

/** The upload of a video: its id, and the hash of all of it. */
export async function prepare(key, video) {
  const sha256 = await digest(await video.arrayBuffer())
  return { key, id: crypto.randomUUID(), video, sha256 }
}

/**
 * Until it is done, or until it is clear that it never will be. `tell` hears of progress and of waiting; `wake` is called
 * with a function that ends a wait early. Answers `done`, or what stands in the way.
 */
export async function send(base, upload, partBytes, tell, wake) {
  for (let failures = 0; ; failures += 1) {
    const before = upload.arrived ?? 0
    try {
      return await sendOnce(base, upload, partBytes, tell)
    } catch (error) {
      if (error.refusal) return error.refusal
      // Whatever got through counts as a good sign: the waits begin anew.
      if ((upload.arrived ?? 0) > before) failures = 0
      tell({ waiting: true })
      await waitFor(WAITS_MS[Math.min(failures, WAITS_MS.length - 1)], wake)
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
      const bytes = await part.arrayBuffer()
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

/** One request. It rejects with a `refusal` when asking again would not help. */
function ask(method, url, headers = {}, body = null, progress = () => {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.timeout = PART_TIMEOUT_MS
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => progress(loaded))
    for (const end of ['error', 'timeout', 'abort'])
      request.addEventListener(end, () => reject(new Error('the connection broke off')))
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve(JSON.parse(request.responseText || '{}'))
      reject(Object.assign(new Error(`answered ${request.status}`), { refusal: refusalOf(request) }))
    })
    request.send(body)
  })
}

/** Which page of this page tells the person, if this is the end of it. */
function refusalOf({ status, responseText }) {
  if (status === 404) return 'nothing'
  if (status === 413) return 'large'
  if (responseText.includes('ATTEMPTS_OVER')) return 'over'
  if (status === 422 || responseText.includes('PART_TAKEN')) return 'failed'
  return undefined
}

/** Waits, but no longer once the connection is back or the button is pressed. */
function waitFor(ms, wake) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    wake(end)
  })
}

async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What an address is called in this browser's memory: not by its own name. */
export async function keyOf(path) {
  return digest(new TextEncoder().encode(path))
}
