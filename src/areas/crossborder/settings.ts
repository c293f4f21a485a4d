import Type from 'typebox'

export const crossborderSettings = {
  CROSSBORDER_VERIFICATION: Type.Union([Type.Literal('rules'), Type.Literal('manual')], {
    default: 'rules',
    description: 'who verifies clients and accounts: the checks of the gateway, or an operator',
  }),
}
