/** How many slips one core decodes per second. Run it with `npm run bench -- decode-billets`. */

import { decodeDigits } from '@eclusa/gateway/src/areas/billets/decode-digits.ts'
import { issueBankSlip, issueCollectionSlip } from '@eclusa/simulators/billet-registry/issue-slips.ts'
import { type SeededDraw, seededDraw } from '@eclusa/testing/seeded-digits.ts'

const WANTED_PER_SECOND = 200_000
const SLIPS = 10_000
const ROUND_MS = 1000
const TODAY = '2026-10-01'

const FORMS = {
  'bank line': (draw: SeededDraw) => drawBank(draw).line,
  'bank line, masked': (draw: SeededDraw) => drawBank(draw).line.replaceAll(/.{5}/g, '$&.'),
  'bank barcode': (draw: SeededDraw) => drawBank(draw).barcode,
  'collection line, modulus 10': (draw: SeededDraw) => drawCollection(draw, '6').line,
  'collection line, modulus 11': (draw: SeededDraw) => drawCollection(draw, '8').line,
  'collection barcode': (draw: SeededDraw) => drawCollection(draw, '8').barcode,
}

for (const [form, draw] of Object.entries(FORMS)) {
  const seeded = seededDraw(1)
  const slips = Array.from({ length: SLIPS }, () => draw(seeded))
  decodeFor(ROUND_MS, slips) // A first round for the JIT compiler, not counted.
  const perSecond = decodeFor(ROUND_MS, slips)
  const verdict = perSecond >= WANTED_PER_SECOND ? 'enough' : 'TOO SLOW'
  process.stdout.write(
    `${form.padEnd(30)}${Math.round(perSecond).toLocaleString('en-US').padStart(12)} a second  ${verdict}\n`,
  )
  if (perSecond < WANTED_PER_SECOND) process.exitCode = 1
}

/** In CPU time of this process, not in wall time, because the machine is shared. */
function decodeFor(durationMs: number, slips: string[]): number {
  const start = process.cpuUsage()
  let decoded = 0
  let busyMs = 0
  while (busyMs < durationMs) {
    for (const slip of slips) {
      if (decodeDigits(slip, TODAY).kind === 'REFUSED') throw new Error(`A valid slip was refused: ${slip}`)
    }
    decoded += slips.length
    const { user, system } = process.cpuUsage(start)
    busyMs = (user + system) / 1000
  }
  return (decoded * 1000) / busyMs
}

function drawBank(draw: SeededDraw) {
  const factor = 1000 + draw.below(5000)
  const terms = { bankCode: '237', currency: '9', freeField: draw.digits(25) }
  return issueBankSlip({ ...terms, factorAndAmount: factor + draw.digits(10) })
}

function drawCollection(draw: SeededDraw, valueIdentifier: string) {
  const terms = { segment: draw.oneOf('12345679'), value: draw.digits(11), companyAndFreeField: draw.digits(29) }
  return issueCollectionSlip({ ...terms, valueIdentifier })
}
