import Type from 'typebox'

export type Installation = 'live' | 'test'

/** Settings that are the same for every process of an installation. Test and live are two separate installations. */
export const installationSettings = {
  INSTALLATION: Type.Union([Type.Literal('live'), Type.Literal('test')], {
    default: 'live',
    description:
      'test: the outside world is simulated, time can be advanced, and only keys that begin with ecl_test_ are taken and made; the same everywhere',
  }),
}
