import BridgePrimitives
import Files

extension ListeningReason {
    init(notWriting failure: SystemFailure) {
        self =
            if failure.isLackOfDescriptors { .tooFewDescriptors } else if failure.isLackOfRoom { .stateDiskFull } else {
                .stateNotWritable
            }
    }
}
