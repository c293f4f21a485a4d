import Type from 'typebox'

export type Installation = 'live' | 'test'

/** What every part of an installation is told alike. Test and live are two installations, and never one. */
export const installationSettings = {
  INSTALLATION: Type.Union([Type.Literal('live'), Type.Literal('test')], {
    default: 'live',
    description:
      'test: the outside world is simulated, time can be advanced, and only keys that begin with ecl_test_ are taken and made; the same everywhere',
  }),
}
