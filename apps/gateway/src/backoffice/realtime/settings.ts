import Type from 'typebox'

export const liveSettings = {
  DESK_LIVE_STREAMS: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 300,
    description: 'how many live connections to the queue one backoffice process accepts',
  }),
  DESK_LIVE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 50,
    default: 20,
    description: 'how often a live connection to the queue gets a heartbeat and its session is validated again',
  }),
}
