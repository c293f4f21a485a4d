import { route } from '../../http/route.ts'
import { ClockReply, readClock } from './clock.ts'
import { texts } from './texts.ts'

/** The current time of this test installation. */
export const getClock = route({
  name: 'getClock',
  ...texts.getClock,
  method: 'GET',
  path: '/sandbox/clock',
  brief: true,
  reply: { 200: ClockReply },
  errors: [],

  handle: ({ transaction }) => transaction(readClock),
})
