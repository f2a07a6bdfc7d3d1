import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { anyone } from "#core/permission.ts";

import { emailText } from "../rules/sign-in.ts";

export const signUpEndpoints = {
  requestSignUpLink: endpoint({
    method: "POST",
    path: "/user/sign-up-link",
    permission: anyone,
    summary: "Email a link to sign up, if the address may; the response is the same whether or not it may",
    body: z.object({ email: emailText }),
    response: z.null(),
    message: "Check your inbox.",
  }),
};

export const signUpError = defineErrors({
  sign_up_closed: {
    status: 403,
    message: "This server doesn't accept new accounts. Ask its operator for access.",
  },
  sign_up_invitation: {
    status: 403,
    message: "You need an invitation to sign up on this server. Ask a creator or the operator for one.",
  },
  sign_up_link: {
    status: 403,
    message: "Confirm that this email is yours: request a link to sign up, and open it.",
  },
  password_login_off: {
    status: 403,
    message: "Users of this server log in with single sign-on only. Continue with it.",
  },
});
