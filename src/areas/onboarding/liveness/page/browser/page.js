import { closeCamera, openCamera, record, watchLight } from './camera.js'
import { forget, recall, remember } from './memory.js'
import { keyOf, prepare, send } from './upload.js'

/** The flow of the page: one step is shown at a time, and the focus goes to its heading. */
const base = location.pathname
const { partBytes, bytesMax } = document.body.dataset
const $ = (id) => document.getElementById(id)
const words = $('words').dataset
const inApp =
  /FBAN|FBAV|FB_IAB|Instagram|WhatsApp|Line\/|MicroMessenger|Twitter|LinkedInApp|Snapchat|TikTok|BytedanceWebview|musical_ly|Pinterest|GSA\/|; wv\)/
const accepted = new Set(['video/mp4', 'video/quicktime', 'video/webm'])

let stream
let stopWatching = () => {}
let video
let consented = false

function show(step) {
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
  // Another language is another load of the page: not while there is something to lose.
  document.querySelector('.language').hidden = ['camera', 'review', 'sending', 'done'].includes(step)
  $('hand-off').hidden = !(offersHandOff() && ['ready', 'missing', 'busy', 'denied'].includes(step))
  scrollTo(0, 0)
  document.querySelector(`[data-is="${step}"] h1`).focus({ preventScroll: true })
}

/** A desk: something with a pointer that is no finger, and room for a code. */
function offersHandOff() {
  const desk = matchMedia('(min-width: 48rem) and (hover: hover) and (pointer: fine)').matches
  if (desk && !$('code').src) $('code').src = `${base}/qr.svg`
  return desk
}

/** Nothing is recorded or chosen before the person has agreed. */
function withConsent(go) {
  const agreed = consented || $('consent').checked
  $('consent-missing').hidden = agreed
  if (agreed) {
    consented = true
    return go()
  }
  show('ready')
  $('consent').focus()
}

async function startCamera() {
  const { stream: opened, problem } = await openCamera()
  if (problem) return show(problem)
  stream = opened
  $('view').srcObject = stream
  $('prompt').hidden = $('count').hidden = $('light').hidden = true
  $('camera-actions').classList.remove('away')
  $('stage').classList.remove('recording')
  show('camera')
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

async function startRecording() {
  stopWatching()
  $('light').hidden = true
  // Out of sight and out of reach, but in its place: the picture must not jump under a person who holds still.
  $('camera-actions').classList.add('away')
  document.querySelector('[data-is="camera"] h1').focus({ preventScroll: true })
  try {
    video = await record(stream, showMoment)
  } catch {
    stopCamera()
    return show('busy')
  }
  stopCamera()
  review()
}

function showMoment({ count, prompt, part }) {
  $('count').hidden = count === undefined
  $('count').textContent = count ?? ''
  $('stage').classList.toggle('recording', part !== undefined)
  if (part !== undefined) $('ring').style.strokeDasharray = `${part * 100} 100`
  const said = count === undefined ? words[prompt] : words.count
  $('prompt').hidden = false
  // Said once: a text that is set again is read out again.
  if (said && $('prompt').textContent !== said) $('prompt').textContent = said
}

function review() {
  URL.revokeObjectURL($('replay').src)
  $('no-preview').hidden = true
  $('replay').parentElement.hidden = false
  $('replay').src = URL.createObjectURL(video)
  show('review')
  $('replay')
    .play()
    .catch(() => {})
}

async function startSending(upload, resumed = false) {
  $('replay').pause()
  $('resumed').hidden = !resumed
  tellSending({ part: 0 })
  show('sending')
  const outcome = await send(base, upload, Number(partBytes), tellSending, (end) =>
    $('try-now').addEventListener('click', end, { once: true }),
  )
  $('try-now').hidden = true
  // Whatever became of it, this device has no more use for it.
  await forget(upload.key)
  video = undefined
  show(outcome)
}

let percent
function tellSending({ part, waiting, finishing }) {
  $('try-now').hidden = !waiting
  if (waiting) $('state').textContent = words.waiting
  if (finishing) $('state').textContent = words.finishing
  if (part === undefined) return
  const now = Math.round(part * 100)
  $('bar').style.width = `${now}%`
  $('progress').setAttribute('aria-valuenow', String(now))
  // A reader is told every tenth; more often is noise.
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
  'choose-file': () => withConsent(() => $('file').click()),
  record: startRecording,
  back() {
    stopCamera()
    show('ready')
  },
  async send() {
    const upload = await prepare(await keyOf(base), video)
    await remember(upload)
    await startSending(upload)
  },
  again: startCamera,
  'copy-link': copyLink,
  stay: () => show('ready'),
}

document.addEventListener('click', ({ target }) => {
  const name = target.closest('[data-do]')?.dataset.do
  if (name && deeds[name]) void deeds[name]()
})

$('file').addEventListener('change', () => {
  const [chosen] = $('file').files
  $('file').value = ''
  if (!chosen) return
  if (!accepted.has(chosen.type)) return show('format')
  if (chosen.size > Number(bytesMax)) return show('large')
  video = chosen
  review()
})

$('consent').addEventListener('change', () => {
  if ($('consent').checked) $('consent-missing').hidden = true
  else consented = false
})
$('replay').addEventListener('error', () => {
  if (!$('replay').getAttribute('src')) return
  $('replay').parentElement.hidden = true
  $('no-preview').hidden = false
})
addEventListener('pagehide', () => closeCamera(stream))

const unsent = await recall(await keyOf(base))
if (unsent) await startSending(unsent, true)
else if (inApp.test(navigator.userAgent)) show('in-app')
else show('ready')
