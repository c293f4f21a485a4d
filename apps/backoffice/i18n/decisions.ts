import { defineMessages } from '@eclusa/ui/i18n/language.ts'

/** Nouns for the operations that can be proposed, by their names in the contract. A noun fits a waiting and a finished one. */
export const decisions = defineMessages({
  'pt-BR': {
    judgeClient: 'Decisão sobre um cliente',
    judgeAccount: 'Decisão sobre uma conta',
    reviewOnboardingStep: 'Decisão de uma etapa de cadastro',
    judgeInfraction: 'Decisão de uma notificação de infração',
    registerFraudMarker: 'Marcação de fraude',
    withdrawFraudMarker: 'Cancelamento de marcação de fraude',
    activateUser: 'Ativação de um usuário',
    deactivateUser: 'Desativação de um usuário',
    deactivateProduct: 'Desativação de um produto',
    addTarget: 'Inclusão de um usuário em um produto',
    removeTarget: 'Remoção de um usuário de um produto',
    deactivateWallet: 'Desativação de uma carteira',
    createKey: 'Nova chave de API',
    rotateKey: 'Rotação de chave de API',
    allowNetwork: 'Autorização de uma rede privada',
  },
  'en-US': {
    judgeClient: 'Decision on a client',
    judgeAccount: 'Decision on an account',
    reviewOnboardingStep: 'Decision on an onboarding step',
    judgeInfraction: 'Decision on an infraction report',
    registerFraudMarker: 'Fraud marker',
    withdrawFraudMarker: 'Cancellation of a fraud marker',
    activateUser: 'Activation of a user',
    deactivateUser: 'Deactivation of a user',
    deactivateProduct: 'Deactivation of a product',
    addTarget: 'Addition of a user to a product',
    removeTarget: 'Removal of a user from a product',
    deactivateWallet: 'Deactivation of a wallet',
    createKey: 'New API key',
    rotateKey: 'Rotation of an API key',
    allowNetwork: 'Permission of a private network',
  },
})
