// A team's own module, as its bundler has it.
import { initializeApp } from "firebase/app";
import { getAuth } from "firebase/auth";

export const auth = getAuth(initializeApp({ apiKey: import.meta.env.VITE_API_KEY }));
