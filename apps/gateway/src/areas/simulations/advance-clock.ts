import Type from 'typebox'
import { route } from '../../http/route.ts'
import { moment } from '../../http/schema.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { TestClock } from '../../platform/test-clock.ts'
import { advanceTo, ClockReply, readClock } from './clock.ts'
import { clockOutOfReach, simulationRefused, simulatorUnavailable } from './errors.ts'
import type { Counterparts } from './simulator-clients.ts'
import { texts } from './texts.ts'

const STEP_MAX_SECONDS = 400 * 86_400

const ClockAdvance = Type.Object(
  {
    seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: STEP_MAX_SECONDS, description: 'By this duration.' })),
    to: Type.Optional(moment('To this moment.')),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    title: 'ClockAdvance',
    description: 'Either of the two.',
  },
)

/** Advances the clock of a test installation for the database, every process, DICT, and all waiting jobs. */
export const advanceClock = route({
  name: 'advanceClock',
  ...texts.advanceClock,
  method: 'POST',
  path: '/sandbox/clock/advance',
  body: ClockAdvance,
  example: { seconds: 1 },
  repeatable: true,
  reply: { 200: ClockReply },
  errors: [clockOutOfReach, simulationRefused, simulatorUnavailable],

  async handle(
    { body: { seconds, to }, scope, look, transaction },
    { counterparts, testClock, log }: { counterparts: Counterparts; testClock: TestClock | undefined; log: Log },
  ) {
    const { now } = await look(readClock)
    const nowMs = Date.parse(now)
    const toMs = to === undefined ? nowMs + seconds! * 1000 : Date.parse(to)
    if (!(toMs > nowMs && toMs <= nowMs + STEP_MAX_SECONDS * 1000)) throw clockOutOfReach({ members: { now } })
    const at = new Date(toMs)
    // Idempotent systems first: when one of them is down, the caller repeats the request, and no clock moves twice.
    await counterparts.dict('/clock', { to: at.toISOString() })
    const read = await transaction((tx) => advanceTo(tx, at.toISOString()))
    await testClock?.reached(at)
    log.warn('clock_advanced', { user_id: scope.user_id, reason: `from ${now} to ${read.now}` })
    return read
  },
})
