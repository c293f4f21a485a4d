import Type from 'typebox'

export const liveSettings = {
  DESK_LIVE_STREAMS: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 300,
    description: 'how many may watch the queue at once in one process of the desk',
  }),
  DESK_LIVE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 50,
    default: 20,
    description: 'how often a stream of the queue gets a heartbeat and its session is validated again',
  }),
}
