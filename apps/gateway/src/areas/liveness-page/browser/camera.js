/** The camera: opens it, estimates the light, and records. Nothing here decides whether a face is real. */
const RECORD_MS = 7_000
const COUNT_FROM = 3
const BITS_PER_SECOND = 2_500_000
/** Formats that phones and computers record, the most widely supported first. Sound is never recorded. */
const kinds = ['video/mp4;codecs=avc1.42E01E', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4']

export const canRecord = () => Boolean(navigator.mediaDevices?.getUserMedia && window.MediaRecorder)

/** Returns the stream, or why there is none: `denied`, `missing` or `busy`. */
export async function openCamera() {
  if (!canRecord()) return { problem: 'missing' }
  try {
    const video = {
      facingMode: 'user',
      width: { ideal: 720 },
      height: { ideal: 960 },
      frameRate: { ideal: 30, max: 30 },
    }
    return { stream: await navigator.mediaDevices.getUserMedia({ video, audio: false }) }
  } catch (error) {
    if (error.name === 'NotAllowedError' || error.name === 'SecurityError') return { problem: 'denied' }
    if (error.name === 'NotReadableError' || error.name === 'AbortError') return { problem: 'busy' }
    return { problem: 'missing' }
  }
}

export function closeCamera(stream) {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Measures the light twice a second and calls `tell` when it has changed. Returns a function that stops it. */
export function watchLight(view, tell) {
  const canvas = document.createElement('canvas')
  canvas.width = 24
  canvas.height = 32
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let last
  const timer = setInterval(() => {
    if (view.readyState < 2) return
    context.drawImage(view, 0, 0, canvas.width, canvas.height)
    const light = judgeLight(context.getImageData(0, 0, canvas.width, canvas.height))
    if (light !== last) tell(light)
    last = light
  }, 500)
  return () => clearInterval(timer)
}

function judgeLight({ data, width, height }) {
  let [inside, outside, insideCount, outsideCount] = [0, 0, 0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const brightness = 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2]
    const x = ((at / 4) % width) / width - 0.5
    const y = Math.floor(at / 4 / width) / height - 0.5
    if ((x / 0.35) ** 2 + (y / 0.36) ** 2 < 1) {
      inside += brightness
      insideCount += 1
    } else {
      outside += brightness
      outsideCount += 1
    }
  }
  inside /= insideCount
  outside /= outsideCount
  if (inside < 55) return outside > 120 ? 'behind' : 'dark'
  if (inside > 225) return 'bright'
  return outside > inside * 2.2 ? 'behind' : 'good'
}

/** Counts down, then records while the prompts change. `show` is called for each step. Returns the video. */
export async function record(stream, show) {
  for (let count = COUNT_FROM; count > 0; count -= 1) {
    show({ count })
    await pause(800)
    if (!stream.active) throw new Error('the camera was put away')
  }
  const mimeType = kinds.find((kind) => MediaRecorder.isTypeSupported(kind))
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), videoBitsPerSecond: BITS_PER_SECOND })
  const pieces = []
  recorder.addEventListener('dataavailable', ({ data }) => data.size > 0 && pieces.push(data))
  const stopped = new Promise((resolve, reject) => {
    recorder.addEventListener('stop', resolve)
    recorder.addEventListener('error', reject)
    // A phone call or a pulled plug ends the recording early.
    const [track] = stream.getVideoTracks()
    track.addEventListener('ended', () => reject(new Error('the camera went away')))
  })
  stopped.catch(() => {})
  recorder.start(1_000)
  const prompts = ['front', 'oneSide', 'otherSide', 'back']
  const started = performance.now()
  for (let passed = 0; passed < RECORD_MS; passed = performance.now() - started) {
    if (recorder.state !== 'recording') break
    show({ prompt: prompts[Math.min(3, Math.floor((passed / RECORD_MS) * 4))], part: passed / RECORD_MS })
    await pause(100)
  }
  show({ part: 1 })
  if (recorder.state !== 'inactive') recorder.stop()
  await stopped
  const type = (recorder.mimeType || mimeType || 'video/webm').split(';')[0]
  return new Blob(pieces, { type })
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
