import firebase from "firebase/compat/app";
import "firebase/compat/auth";

/** Who is signed in, once the SDK has read its storage. Until then currentUser is null for everybody. */
export const whoIsSignedIn = () =>
  new Promise((resolve) => {
    const stop = firebase.auth().onAuthStateChanged((user) => {
      stop();
      resolve(user);
    });
  });
