import Type from 'typebox'

export type Installation = 'live' | 'test'

/** Settings that are the same for every process of an installation. Test and live are two separate installations. */
export const installationSettings = {
  INSTALLATION: Type.Union([Type.Literal('live'), Type.Literal('test')], {
    default: 'live',
    description:
      'test: other systems are simulated, time can be advanced, and only keys with the prefix ecl_test_ are accepted and created; the same in every process',
  }),
}
