import { canRecord, closeCamera, openCamera, record, watchLight } from './camera.js'
import { forget, recall, remember } from './memory.js'
import { agree, keyOf, prepare, send } from './upload.js'

/** The flow of the page: one step is shown at a time, and the focus goes to its heading. */
const base = location.pathname
const { partBytes, bytesMax, consentSha256 } = document.body.dataset
const $ = (id) => document.getElementById(id)
const words = $('words').dataset
const inApp =
  /FBAN|FBAV|FB_IAB|Instagram|WhatsApp|Line\/|MicroMessenger|Twitter|LinkedInApp|Snapchat|TikTok|BytedanceWebview|musical_ly|Pinterest|GSA\/|; wv\)/
const accepted = new Set(['video/mp4', 'video/quicktime', 'video/webm'])

let stream
let stopWatching = () => {}
let video
/** The request that records the consent at the gateway, from the moment the person agrees. */
let consent
let leaveSending = () => {}

/** Every step begins here, so the camera is turned off here: it is on only in its own step. */
function show(step) {
  if (step !== 'camera') stopCamera()
  document.body.dataset.step = step
  for (const section of document.querySelectorAll('[data-is]')) section.hidden = section.dataset.is !== step
  const steps = [...document.querySelectorAll('.steps li')]
  const at = steps.findIndex((item) => item.dataset.for === step)
  document.querySelector('.steps').hidden = at < 0 && step !== 'done'
  steps.forEach((item, index) => {
    item.classList.toggle('past', index < at || step === 'done')
    if (index === at) item.setAttribute('aria-current', 'step')
    else item.removeAttribute('aria-current')
  })
  // Changing the language loads the page again, so it is not offered while a video could be lost.
  document.querySelector('.language').hidden = ['camera', 'review', 'sending', 'done'].includes(step)
  $('hand-off').hidden = !(offersHandOff() && ['ready', 'missing', 'busy', 'denied'].includes(step))
  scrollTo(0, 0)
  document.querySelector(`[data-is="${step}"] h1`).focus({ preventScroll: true })
}

/** Offers the QR code on a computer: a wide screen with a mouse. */
function offersHandOff() {
  const desk = matchMedia('(min-width: 48rem) and (hover: hover) and (pointer: fine)').matches
  if (desk && !$('code').src) $('code').src = `${base}/qr.svg`
  return desk
}

/** Whether the person has agreed; if not, the page asks for it. */
function hasAgreed() {
  const agreed = consent !== undefined || $('consent').checked
  $('consent-missing').hidden = agreed
  $('consent-failed').hidden = true
  if (!agreed) {
    show('ready')
    $('consent').focus()
  }
  return agreed
}

/** Single-flight: sent once. After a failure the next attempt sends it again. */
function keepConsent() {
  consent ??= agree(base, consentSha256).catch((error) => {
    consent = undefined
    throw error
  })
  return consent
}

/** No video is recorded or chosen before the gateway has recorded the consent of the person. */
async function withConsent(go) {
  if (!hasAgreed()) return
  try {
    await keepConsent()
  } catch ({ refusal }) {
    // The text has changed since this page was loaded: the person reads the new one.
    if (refusal === 'consent') return location.reload()
    if (refusal) return show(refusal)
    show('ready')
    $('consent-failed').hidden = false
    return
  }
  return go()
}

/** A browser opens a file chooser only right after a touch, so the response is awaited only after a file was chosen. */
function chooseFile() {
  if (!hasAgreed()) return
  keepConsent().catch(() => {})
  $('file').click()
}

async function startCamera() {
  const from = document.body.dataset.step
  const { stream: opened, problem } = await openCamera()
  // A person who meanwhile chose a file or left the page must not be filmed.
  if (document.body.dataset.step !== from || document.hidden) return closeCamera(opened)
  if (problem) return show(problem)
  stopCamera()
  stream = opened
  $('prompt').hidden = $('count').hidden = $('light').hidden = true
  $('camera-actions').classList.remove('away')
  $('stage').classList.remove('recording')
  show('camera')
  playIn($('view'), { srcObject: stream })
  stopWatching = watchLight($('view'), (light) => {
    $('light').hidden = false
    $('light').classList.toggle('good', light === 'good')
    $('light').textContent = words[`light${light[0].toUpperCase()}${light.slice(1)}`]
  })
}

function stopCamera() {
  stopWatching()
  closeCamera(stream)
  $('view').srcObject = null
  stream = undefined
}

/** iPhones play no video that was hidden when it was set, and inside a page only a muted one. */
function playIn(screen, film) {
  Object.assign(screen, { muted: true, playsInline: true, ...film })
  screen.play().catch(() => {})
}

async function startRecording() {
  const recorded = stream
  stopWatching()
  $('light').hidden = true
  // Hidden and inactive, but still in the layout: the picture must not move while the person holds still.
  $('camera-actions').classList.add('away')
  document.querySelector('[data-is="camera"] h1').focus({ preventScroll: true })
  const made = await record(recorded, showMoment).catch(() => undefined)
  // The camera was turned off during the recording, and the page already shows why.
  if (stream !== recorded) return
  if (!made) return show('busy')
  take(made)
}

/** Turns the camera off while the page is hidden, because the person did not agree to be filmed then. */
function putAway() {
  if (document.body.dataset.step === 'camera') show('paused')
}

function showMoment({ count, prompt, part }) {
  $('count').hidden = count === undefined
  $('count').textContent = count ?? ''
  $('stage').classList.toggle('recording', part !== undefined)
  if (part !== undefined) $('ring').style.strokeDasharray = `${part * 100} 100`
  const said = count === undefined ? words[prompt] : words.count
  $('prompt').hidden = false
  // Set only when it changes, because a screen reader reads a text again when it is set again.
  if (said && $('prompt').textContent !== said) $('prompt').textContent = said
}

/** Shows the video for review, unless it is empty. */
function take(made) {
  if (made.size === 0) return show('failed')
  video = made
  URL.revokeObjectURL($('replay').src)
  $('no-preview').hidden = true
  $('replay').parentElement.hidden = false
  show('review')
  playIn($('replay'), { src: URL.createObjectURL(video) })
}

async function startSending(upload, resumed = false) {
  const leaving = new AbortController()
  leaveSending = () => leaving.abort()
  $('replay').pause()
  $('resumed').hidden = !resumed
  tellSending({ part: 0 })
  show('sending')
  const how = { partBytes: Number(partBytes), tell: tellSending, hurry: $('try-now'), leave: leaving.signal }
  const outcome = await send(base, upload, how).catch(() => 'failed')
  // With every outcome, this device no longer needs the video.
  await forget(upload.key)
  if (outcome === 'consent') location.reload()
  else if (outcome) show(outcome)
}

async function sendVideo() {
  const upload = await prepare(await keyOf(base), video)
  await remember(upload)
  await startSending(upload)
}

/** Ends an upload that makes no progress. */
function startOver() {
  leaveSending()
  show('ready')
}

let percent
function tellSending({ part, waiting, finishing }) {
  $('waiting-actions').hidden = !waiting
  if (waiting) $('state').textContent = words.waiting
  if (finishing) $('state').textContent = words.finishing
  if (part === undefined) return
  const now = Math.round(part * 100)
  $('bar').style.width = `${now}%`
  $('progress').setAttribute('aria-valuenow', String(now))
  // A screen reader announces every tenth; more often would be noise.
  if (percent !== Math.floor(now / 10) || $('state').textContent === words.waiting)
    $('state').textContent = words.percent.replace('{n}', now)
  percent = Math.floor(now / 10)
}

async function copyLink() {
  const link = location.origin + base
  try {
    await navigator.clipboard.writeText(link)
    $('copied').textContent = words.copied
  } catch {
    $('by-hand').hidden = false
    $('link').value = link
    $('copied').textContent = words.byHand
    $('link').focus()
    $('link').select()
  }
}

const deeds = {
  'open-camera': () => withConsent(startCamera),
  'choose-file': chooseFile,
  record: startRecording,
  back: () => show('ready'),
  send: sendVideo,
  'start-over': startOver,
  'copy-link': copyLink,
  stay: () => show('ready'),
}
const underWay = new Set()

/** Runs each action once at a time, because people click twice, and shows every failure. */
async function perform(name) {
  if (underWay.has(name)) return
  underWay.add(name)
  try {
    await deeds[name]()
  } catch {
    show('failed')
  } finally {
    underWay.delete(name)
  }
}

document.addEventListener('click', ({ target }) => {
  const name = target.closest('[data-do]')?.dataset.do
  if (name) void perform(name)
})

$('file').addEventListener('change', () => {
  const [chosen] = $('file').files
  if (!chosen) return
  if (!accepted.has(chosen.type)) show('format')
  else if (chosen.size > Number(bytesMax)) show('large')
  else void withConsent(() => take(chosen))
  $('file').value = ''
})

$('consent').addEventListener('change', () => {
  if ($('consent').checked) $('consent-missing').hidden = true
  else consent = undefined
})
$('replay').addEventListener('error', () => {
  if (!$('replay').getAttribute('src')) return
  $('replay').parentElement.hidden = true
  $('no-preview').hidden = false
})
addEventListener('pagehide', putAway)
document.addEventListener('visibilitychange', () => document.hidden && putAway())

/** An old phone has a camera and no MediaRecorder: its own camera app records, and buttons that cannot work are removed. */
function recordWithDevice() {
  $('cannot-record').hidden = false
  for (const button of document.querySelectorAll('[data-do="choose-file"]')) button.remove()
  for (const button of document.querySelectorAll('[data-do="open-camera"]')) {
    button.dataset.do = 'choose-file'
    button.textContent = words.deviceCamera
  }
}

async function begin() {
  if (!canRecord()) recordWithDevice()
  const unsent = await keyOf(base)
    .then(recall)
    .catch(() => undefined)
  if (unsent) {
    // This device stores a video only after the gateway has the consent.
    consent = Promise.resolve()
    $('consent').checked = true
    await startSending(unsent, true)
  } else if (inApp.test(navigator.userAgent)) show('in-app')
  else show('ready')
}

// No top-level await: a phone without MediaRecorder cannot parse a module that has one.
void begin()
